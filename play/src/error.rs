//! Refusals of games, hands and bots.

/// A request that a game, a hand or a bot refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DynError {
    /// The game has no action of this index.
    #[error("{game} has no action {index}: they are numbered from 0 to {most}")]
    NoSuchAction {
        /// The game.
        game: &'static str,
        /// The index that was given.
        index: i64,
        /// The greatest index.
        most: usize,
    },
    /// The action can't be played now.
    #[error("`{action}` is not legal: {reason}")]
    Illegal {
        /// The action's text.
        action: String,
        /// Why.
        reason: String,
    },
    /// Nobody is to move.
    #[error("the hand is over")]
    HandIsOver,
    /// The view is of a seat that is not to move.
    #[error("it is not seat {0}'s turn")]
    NotItsTurn(threehand_engine::Seat),
    /// A bot of one game was asked about a hand of another.
    #[error("a bot of {bot} was asked about a hand of {hand}")]
    OtherGame {
        /// The bot's game.
        bot: &'static str,
        /// The hand's game.
        hand: &'static str,
    },
}
