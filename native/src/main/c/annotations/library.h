/* Library of another profiler, which the environment names. */
#ifndef STEP_PROFILER_LIBRARY_H
#define STEP_PROFILER_LIBRARY_H

/* The library that a variable of the environment names, loaded; NULL with the reason if there is none. */
void *library_named_by(const char *variable, char *reason);

#endif
