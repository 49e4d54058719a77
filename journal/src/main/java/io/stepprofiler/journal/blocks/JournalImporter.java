package io.stepprofiler.journal.blocks;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.event.DropCause;
import io.stepprofiler.imports.ImportCandidate;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.TraceImporter;
import io.stepprofiler.trace.Remarks;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Importer of journals: the trace of a window that a process kept on the disk, however the process ended. */
class JournalImporter implements TraceImporter {
    @Override
    public String format() {
        return "journal (a directory that a profile wrote)";
    }

    @Override
    public Set<String> suffixes() {
        return Set.of(BlockJournalFormat.SUFFIX);
    }

    @Override
    public int recognizedBytes(ImportCandidate candidate) throws IOException {
        List<Path> blocks =
                candidate.isDirectory() ? BlockJournal.filesIn(new DiskFiles(), candidate.file()) : List.of();
        return blocks.isEmpty() ? 0 : magicBytes(blocks.get(0));
    }

    /** A file name alone counts as one recognized byte: a damaged journal shall still be read. */
    private static int magicBytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] first = in.readNBytes(BlockFrame.MAGIC_BYTES);
            return first.length == BlockFrame.MAGIC_BYTES && BlockFrame.isMagic(first, 0) ? first.length : 1;
        }
    }

    @Override
    public ImportedTrace read(Path directory, ImportOptions options) throws IOException {
        options.checkBytes(directory, bytesIn(directory));
        return Journals.read(BlockJournal.open(new DiskFiles(), directory), journal -> {
            journal.limitMemory(options.maxMemoryBytes());
            Trace trace = journal.assemble();
            options.checkEvents(directory, trace.eventCount());
            return new ImportedTrace(trace, missing(journal, trace), journal);
        });
    }

    private static long bytesIn(Path directory) throws IOException {
        long bytes = 0;
        for (Path file : BlockJournal.filesIn(new DiskFiles(), directory)) {
            try {
                bytes += Files.size(file);
            } catch (NoSuchFileException e) {
                // A running writer has just deleted it.
            }
        }
        return bytes;
    }

    /**
     * Parts that are or may be missing in the trace, in the words of its remarks, so that a program that shows both can
     * match them.
     */
    private static List<String> missing(BlockJournal journal, Trace trace) {
        List<String> missing = new ArrayList<>(journal.unreadable());
        Map<String, String> remarks = Remarks.of(trace);
        if (journal.damagedBytes() > 0) {
            missing.add(remarks.getOrDefault(Remarks.JOURNAL_DAMAGED, ""));
        }
        long events = trace.account().dropped().getOrDefault(DropCause.JOURNAL_DAMAGED, 0L);
        if (events > 0) {
            missing.add(Amount.count(events, "recorded event is", "recorded events are") + " not in the journal");
        }
        if (journal.end().isEmpty()) {
            missing.add(remarks.getOrDefault(Remarks.JOURNAL, ""));
        }
        return missing;
    }
}
