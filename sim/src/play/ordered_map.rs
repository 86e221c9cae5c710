//! An ordered map over threads: work is shared out, and its results are handed over in order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::{Condvar, Mutex, MutexGuard};

use anyhow::anyhow;

/// How far ahead of the oldest unfinished item the threads may run, or twice their number if that is
/// more. It bounds the memory that waits for its turn.
const AHEAD: u64 = 128;

/// What the threads share: which item is due to be worked on next, and the results that wait for their turn.
struct Queue<T, E, F> {
    items: Range<u64>,
    due: u64,
    waiting: BTreeMap<u64, T>,
    take: F,
    flow: ControlFlow<E>,
    stopped: bool,
    idle: usize,
}

impl<T, E, F: FnMut(u64, T) -> ControlFlow<E>> Queue<T, E, F> {
    /// Puts a result in the queue, and gives on all results whose turn has come.
    fn put(&mut self, number: u64, result: T) {
        self.waiting.insert(number, result);
        while !self.stopped
            && let Some(result) = self.waiting.remove(&self.due)
        {
            self.flow = (self.take)(self.due, result);
            self.due += 1;
            self.stopped = self.flow.is_break();
        }
    }
}

/// Stops all threads when one panics, so that none waits for a result that will never come.
struct StopOnPanic<'a, T, E, F> {
    queue: &'a Mutex<Queue<T, E, F>>,
    moved_on: &'a Condvar,
}

impl<T, E, F> Drop for StopOnPanic<'_, T, E, F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            if let Ok(mut queue) = self.queue.lock() {
                queue.stopped = true;
            }
            self.moved_on.notify_all();
        }
    }
}

/// Does `work` for every number of `items` on `threads` threads, and gives each result to `take`
/// in the order of the numbers, whatever order they were finished in. `take` may stop the rest.
///
/// The thread that finishes the item that is due is the one that gives it on, with those that
/// waited for it: no thread of its own is woken for that, which costs more than a fast game's match.
///
/// # Errors
/// Why threads can't be started.
pub fn ordered_map<T: Send, E: Send>(
    threads: usize,
    items: Range<u64>,
    work: impl Fn(u64) -> T + Sync,
    take: impl FnMut(u64, T) -> ControlFlow<E> + Send,
) -> anyhow::Result<ControlFlow<E>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    // The error of the pool says twice what its cause says.
    let pool = pool.map_err(|error| anyhow!("threads can't be started: {error}"))?;
    let window = AHEAD.max(2 * threads as u64);
    let queue = Mutex::new(Queue {
        due: items.start,
        items,
        waiting: BTreeMap::new(),
        take,
        flow: ControlFlow::Continue(()),
        stopped: false,
        idle: 0,
    });
    let moved_on = Condvar::new();
    let draw = |mut queue: MutexGuard<'_, Queue<_, _, _>>| {
        loop {
            if queue.stopped || queue.items.is_empty() {
                return None;
            }
            if queue.items.start - queue.due < window {
                return queue.items.next();
            }
            queue.idle += 1;
            queue = moved_on.wait(queue).expect(HELD);
            queue.idle -= 1;
        }
    };
    pool.scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|_| {
                let _guard = StopOnPanic { queue: &queue, moved_on: &moved_on };
                let mut drawn = draw(queue.lock().expect(HELD));
                while let Some(number) = drawn {
                    let result = work(number);
                    let mut queue = queue.lock().expect(HELD);
                    queue.put(number, result);
                    if queue.idle > 0 {
                        moved_on.notify_all();
                    }
                    drawn = draw(queue);
                }
            });
        }
    });
    Ok(queue.into_inner().expect(HELD).flow)
}

const HELD: &str = "no thread panics while it holds the queue";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_at_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let mut taken = Vec::new();
            let flow = ordered_map(
                threads,
                5..3_000,
                |n| {
                    // Some items take much longer than others.
                    (0..(n % 17) * 500).fold(n, |sum, i| sum.wrapping_add(i * i))
                },
                |n, _| {
                    taken.push(n);
                    ControlFlow::<()>::Continue(())
                },
            );
            assert_eq!(flow.unwrap(), ControlFlow::Continue(()));
            assert_eq!(taken, (5..3_000).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_last_numbers_that_there_are_come_as_any_others() {
        for threads in [1, 3] {
            let (start, mut taken) = (u64::MAX - 300, Vec::new());
            let flow = ordered_map(
                threads,
                start..u64::MAX,
                |n| n,
                |n, _| {
                    taken.push(n);
                    ControlFlow::<()>::Continue(())
                },
            );
            assert_eq!(flow.unwrap(), ControlFlow::Continue(()));
            assert_eq!(taken, (start..u64::MAX).collect::<Vec<_>>());
        }
    }

    #[test]
    #[should_panic(expected = "item 40")]
    fn a_panic_in_the_work_ends_the_run() {
        let work = |n| assert_ne!(n, 40, "item 40");
        let _ = ordered_map(2, 0..10_000, work, |_, ()| ControlFlow::<()>::Continue(()));
    }

    #[test]
    fn stopping_leaves_the_rest_undone() {
        let mut taken = 0;
        let flow = ordered_map(
            3,
            0..u64::MAX,
            |n| n,
            |n, _| {
                taken += 1;
                if n == 100 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!(flow.unwrap(), ControlFlow::Break("enough"));
        assert_eq!(taken, 101);
    }
}
