package io.stepprofiler.readers.chrome;

import io.stepprofiler.imports.ImportException;

/** Assignment of the rows of a file to tracks. */
interface TrackAssignment {
    /** Called when a row has got its name, before or after its first event. */
    void named(FileRow row) throws ImportException;

    /** Gives a row its track at its first event; not called for a row that has one already. */
    void place(FileRow row, EventRecord first) throws ImportException;

    /** The original number of a process, by its number in the file. */
    long processNumber(long pid);

    /** Called at the end of the file. */
    void complete();
}
