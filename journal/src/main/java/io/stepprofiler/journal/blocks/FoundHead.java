package io.stepprofiler.journal.blocks;

import io.stepprofiler.clock.ClockAnchor;
import io.stepprofiler.event.ProcessInfo;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.segment.JournalHead;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Remarks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Head of a journal as found in its files.
 *
 * @param head the first readable head; if there is none, a placeholder with the start of the first block
 * @param journal number of the journal
 */
record FoundHead(JournalHead head, int journal) {
    /** Null if no block can be read. */
    static @Nullable FoundHead in(List<JournalFile> files) throws UnsupportedJournalException {
        FoundHead instead = null;
        for (JournalFile file : files) {
            BlockScanner scanner = new BlockScanner(file);
            for (BlockScanner.Block block = scanner.next(); block != null; block = scanner.next()) {
                try {
                    if (block.frame().kind() == BlockFrame.Kind.HEAD) {
                        JournalHead head = HeaderCodec.readHead(block.header()).window();
                        return new FoundHead(head, block.frame().journal());
                    }
                    if (instead == null) {
                        ClockAnchor first = HeaderCodec.readFirstAnchor(block.header());
                        instead = new FoundHead(unknown(first), block.frame().journal());
                    }
                } catch (UnsupportedJournalException e) {
                    throw e;
                } catch (IOException e) {
                    // Try the next block.
                }
            }
        }
        return instead;
    }

    /** Placeholder head. It is marked as a history, so that no loss is reported before the first block. */
    private static JournalHead unknown(ClockAnchor start) {
        MetadataValue lost = new MetadataValue(
                "the head of the journal is lost: the process, the options, and whether events are missing at the beginning are unknown",
                false);
        return new JournalHead(
                "",
                new ProcessInfo(0, ""),
                Optional.empty(),
                RecordingOptions.NONE,
                start,
                Map.of(Remarks.JOURNAL_HEAD, lost),
                true);
    }
}
