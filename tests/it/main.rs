//! Tests of the real binary from outside.
