package io.stepprofiler.capture.watch;

/**
 * Which job is watched.
 *
 * @param host the name of its machine
 * @param pid the number of its process
 * @param program main class or jar, without arguments, which may hold secrets
 * @param uptimeMillis how long it has run, in milliseconds
 * @param state what the profiler does in it, in words
 */
record LiveJob(String host, long pid, String program, long uptimeMillis, String state) {}
