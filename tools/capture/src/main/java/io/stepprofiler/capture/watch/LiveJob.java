package io.stepprofiler.capture.watch;

/**
 * Identity of a watched job.
 *
 * @param host the name of its machine
 * @param pid its process id
 * @param program main class or jar, without arguments, which may hold secrets
 * @param uptimeMillis its uptime, in milliseconds
 * @param state state of its profiler, in words
 */
record LiveJob(String host, long pid, String program, long uptimeMillis, String state) {}
