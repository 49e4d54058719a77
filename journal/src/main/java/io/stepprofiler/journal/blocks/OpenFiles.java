package io.stepprofiler.journal.blocks;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files of journals that a process has open for reading: at most a fixed number, however many traces it keeps, and all
 * files of the journal that was used last.
 *
 * <p>Traces are never closed, and the garbage collector, which closes the files of unreachable traces, may not run for
 * hours with a large heap. So files of other journals are closed: first files that still exist on the disk, which are
 * reopened when they are needed.
 */
final class OpenFiles {
    /** A quarter of a common low limit of descriptors per process. */
    static final int MOST = 64;

    static final OpenFiles OF_PROCESS = new OpenFiles(MOST);

    private final int most;
    /** Open files, the last used at the end. */
    private final Set<WeakReference<JournalFile>> open = new LinkedHashSet<>();

    private @Nullable WeakReference<JournalFile> last;

    OpenFiles(int most) {
        this.most = most;
    }

    /** Notes that a file is open and in use. The caller holds the file's lock, so that the file is not closed here. */
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

    /** Notes that a file was closed. */
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
