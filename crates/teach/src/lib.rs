//! The course of lessons and the collection of problems, as text files that are part of the
//! program, and their readers.
//!
//! ```
//! use ponnuki_teach::lesson::Lesson;
//! use ponnuki_teach::problem::GoProblem;
//!
//! let lessons = Lesson::course()?;
//! // Whatever a lesson claims, the rules are asked about it.
//! let doubts = lessons[0].steps[0].doubts();
//! assert!(doubts.is_empty());
//!
//! let problems = GoProblem::collection()?;
//! assert!(problems.iter().all(|problem| problem.rating() >= 400));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The texts lie in `data/lessons` and `data/problems`. When a problem comes back to somebody is
//! not decided here: the pages keep what each reader solved.
//!
//! Modules, each using only those before it: [`problem`], `rating`, [`lesson`].

pub mod lesson;
pub mod problem;
mod rating;
