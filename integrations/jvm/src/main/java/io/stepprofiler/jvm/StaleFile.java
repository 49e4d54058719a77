package io.stepprofiler.jvm;

import java.io.IOException;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/**
 * Files of a recording to remove, at the latest when the next window begins: discarded windows are never collected. No
 * thread waits for that, since it would keep our class loader reachable.
 */
final class StaleFile extends PhantomReference<FlightFile> {
    private static final ReferenceQueue<FlightFile> FORGOTTEN = new ReferenceQueue<>();
    private static final Set<StaleFile> ALL = ConcurrentHashMap.newKeySet();

    private final Recording recording;
    private final @Nullable MemorySnapshots snapshots;
    private @Nullable PreallocatedFile reserve;
    private @Nullable Path file;

    StaleFile(FlightFile of, Recording recording, @Nullable MemorySnapshots snapshots) {
        super(of, FORGOTTEN);
        this.recording = recording;
        this.snapshots = snapshots;
        ALL.add(this);
    }

    /** Deletes the files of unreachable recordings. */
    static void deleteForgotten() {
        for (Reference<?> each = FORGOTTEN.poll(); each != null; each = FORGOTTEN.poll()) {
            ((StaleFile) each).delete();
        }
    }

    Recording recording() {
        return recording;
    }

    synchronized @Nullable PreallocatedFile reserve() {
        return reserve;
    }

    /** Registers a reserve to be returned with the rest. */
    synchronized void keep(PreallocatedFile newReserve) {
        reserve = newReserve;
    }

    /** Returns the reserve. */
    synchronized void giveBack() {
        if (reserve != null) {
            reserve.giveBack();
            reserve = null;
        }
    }

    /** Registers a file to be deleted with the rest. */
    synchronized Path keep(Path newFile) {
        file = newFile;
        return newFile;
    }

    synchronized Path file() throws IOException {
        if (file == null) {
            throw new IOException("the recording was not written");
        }
        return file;
    }

    /** Closes the recording, and returns its reserve; the file stays. */
    synchronized void end() {
        recording.close();
        if (snapshots != null) {
            snapshots.close();
        }
        giveBack();
    }

    synchronized void delete() {
        if (ALL.remove(this)) {
            end();
            if (file != null) {
                file.toFile().delete();
            }
        }
    }
}
