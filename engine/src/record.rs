//! Hand records.
