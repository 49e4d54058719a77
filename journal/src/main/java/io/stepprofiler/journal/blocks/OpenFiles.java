package io.stepprofiler.journal.blocks;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files of journals that a process has open for reading: however many traces it keeps, no more than so many, and
 * those of the journal that was used last.
 *
 * <p>Traces are never closed, and the collector, which closes the files of those that are gone, may not run for hours
 * where the heap is large. So files of other journals are closed: first of those that are still on the disk, which are
 * opened again when they are needed.
 */
final class OpenFiles {
    /** A quarter of the descriptors that a process gets where it gets few. */
    static final int MOST = 64;

    static final OpenFiles OF_PROCESS = new OpenFiles(MOST);

    private final int most;
    /** The one used last at the end. */
    private final Set<WeakReference<JournalFile>> open = new LinkedHashSet<>();

    private @Nullable WeakReference<JournalFile> last;

    OpenFiles(int most) {
        this.most = most;
    }

    /** Notes that a file is open, and is used now. The file does not let go of itself meanwhile. */
    synchronized void used(JournalFile file) {
        if (Objects.equals(file.self, last) && open.contains(file.self)) {
            return;
        }
        last = file.self;
        open.remove(file.self);
        open.add(file.self);
        if (open.size() > most) {
            open.removeIf(each -> each.get() == null);
            closeOthers(file, true);
            closeOthers(file, false);
        }
    }

    /** Notes that a file is open no longer. */
    synchronized void closed(JournalFile file) {
        open.remove(file.self);
    }

    synchronized int count() {
        return open.size();
    }

    private void closeOthers(JournalFile user, boolean onlyThoseOnDisk) {
        List<WeakReference<JournalFile>> oldestFirst = new ArrayList<>(open);
        for (WeakReference<JournalFile> each : oldestFirst) {
            @Nullable JournalFile other = each.get();
            if (open.size() > most
                    && other != null
                    && !other.isOfSameJournal(user)
                    && (!onlyThoseOnDisk || other.isOnDisk())
                    && other.letGo()) {
                open.remove(each);
            }
        }
    }
}
