//! Work shared out over threads, its results handed over in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc;
use std::sync::{Condvar, Mutex};

/// How far ahead of the oldest unfinished item the threads may run, or twice their number if that is
/// more. It bounds the memory that waits for its turn.
const AHEAD: u64 = 128;

/// Which item comes next, and how far the results have been taken.
struct Ticket {
    next: u64,
    taken: u64,
    stopped: bool,
}

/// Stops all threads when one panics, so that none waits for a result that will never come.
struct StopOnPanic<'a> {
    ticket: &'a Mutex<Ticket>,
    moved_on: &'a Condvar,
}

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            if let Ok(mut ticket) = self.ticket.lock() {
                ticket.stopped = true;
            }
            self.moved_on.notify_all();
        }
    }
}

/// Does `work` for every number of `items` on `threads` threads, and gives each result to `take`
/// in the order of the numbers, whatever order they were finished in. `take` may stop the rest.
///
/// # Errors
/// What the thread pool says if it can't be started.
pub fn run<T: Send, E: Send>(
    threads: usize,
    items: std::ops::Range<u64>,
    work: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> ControlFlow<E>,
) -> Result<ControlFlow<E>, rayon::ThreadPoolBuildError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let ticket = Mutex::new(Ticket { next: items.start, taken: items.start, stopped: false });
    let moved_on = Condvar::new();
    let window = AHEAD.max(2 * threads as u64);
    let draw = || {
        let mut ticket = ticket.lock().expect("no thread panics while it holds the ticket");
        loop {
            if ticket.stopped || ticket.next >= items.end {
                return None;
            }
            if ticket.next < ticket.taken + window {
                ticket.next += 1;
                return Some(ticket.next - 1);
            }
            ticket = moved_on.wait(ticket).expect("no thread panics while it holds the ticket");
        }
    };
    let (sender, results) = mpsc::channel();
    let flow = pool.in_place_scope(|scope| {
        for _ in 0..threads {
            let (sender, work, draw) = (sender.clone(), &work, &draw);
            let guard = StopOnPanic { ticket: &ticket, moved_on: &moved_on };
            scope.spawn(move |_| {
                let _guard = guard;
                while let Some(number) = draw() {
                    let result = work(number);
                    if sender.send((number, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut due = items.start;
        for (number, result) in &results {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&due) {
                let flow = take(due, result);
                due += 1;
                let mut ticket = ticket.lock().expect("no thread panics while it holds the ticket");
                ticket.taken = due;
                ticket.stopped = flow.is_break();
                moved_on.notify_all();
                if flow.is_break() {
                    return flow;
                }
            }
        }
        ControlFlow::Continue(())
    });
    Ok(flow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_at_any_number_of_threads() {
        for threads in [1, 2, 7] {
            let mut taken = Vec::new();
            let flow = run(
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
    #[should_panic(expected = "item 40")]
    fn a_panic_in_the_work_ends_the_run() {
        let work = |n| assert_ne!(n, 40, "item 40");
        let _ = run(2, 0..10_000, work, |_, ()| ControlFlow::<()>::Continue(()));
    }

    #[test]
    fn stopping_leaves_the_rest_undone() {
        let mut taken = 0;
        let flow = run(
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
