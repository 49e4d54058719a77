package io.stepprofiler.readers.chrome;

import io.stepprofiler.imports.ImportException;

/** Which track each row of a file stands for. */
interface Layout {
    /** A row has got its name, before or after its first event. */
    void named(Row row) throws ImportException;

    /** A row gets its first event, and a track with it; not called for one that has one already. */
    void place(Row row, EventRecord first) throws ImportException;

    /** The number that a process had, by the number that it has in the file. */
    long processNumber(long pid);

    /** All has been read. */
    void complete();
}
