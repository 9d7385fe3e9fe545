//go:build !cgo

package needcgo

// SQLite is written in C. Without a C compiler, Go builds without cgo, and the name below, which is not defined, is the
// error message.
var _ = madbot_needs_a_C_compiler__install_gcc_or_clang__and_leave_CGO_ENABLED_unset
