package io.stepprofiler.examples;

import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A fault of one rank. */
enum RankFault {
    /** None. */
    NONE,
    /** The loader waits before each batch, as for a slow disk. */
    LOADER {
        @Override
        void load(long millis) {
            LockSupport.parkNanos(millis * 1_000_000);
        }
    },
    /** The heap has little room, so that garbage collections are frequent. */
    HEAP {
        @Override
        String heap() {
            return "-Xmx8m";
        }
    },
    /** The process may use one processor only, on which another program has priority. */
    CPU {
        @Override
        List<String> prefix() {
            return List.of("nice", "-n", "10", "taskset", "-c", "0");
        }
    };

    /**
     * Command that keeps the first processor busy until the process whose id is its last argument has ended, on Linux.
     */
    static final List<String> OTHER_PROGRAM = List.of(
            "taskset",
            "-c",
            "0",
            "sh",
            "-c",
            "while kill -0 $0 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done");

    /** Delays the loading of a batch. */
    void load(long millis) {}

    /** Returns the option for the size of the heap. */
    String heap() {
        return "-Xmx256m";
    }

    /** Returns the beginning of the command of the process. */
    List<String> prefix() {
        return List.of();
    }
}
