package io.stepprofiler.report.page;

import io.stepprofiler.analysis.window.WindowAnalysis;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.GZIPOutputStream;

/** Creates the blocks of pages. */
public final class PageBlocks {
    private PageBlocks() {}

    /**
     * {@return the blocks of a window by their names, each as gzip}
     *
     * @param window the window
     * @param mostEvents maximum number of events in the timeline
     * @param isAsked selects blocks by name
     */
    public static Map<String, byte[]> of(WindowAnalysis window, int mostEvents, Predicate<String> isAsked) {
        List<PageBlock> all = List.of(
                new TimelineBlock(mostEvents),
                new FlameBlock(),
                new OperatorBlock(),
                new MemoryBlock(),
                new MachineBlock());
        Map<String, byte[]> blocks = new LinkedHashMap<>();
        for (PageBlock block : all) {
            if (!isAsked.test(block.name())) {
                continue;
            }
            ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            try (BlockStream out = new BlockStream(compressed)) {
                block.write(window, out);
                if (!out.isEmpty()) {
                    out.finish();
                    blocks.put(block.name(), compressed.toByteArray());
                }
            } catch (IOException e) {
                throw new IllegalStateException("writing to memory cannot fail", e);
            }
        }
        return blocks;
    }

    /**
     * {@return bytes as gzip}
     *
     * @param plain the bytes
     * @throws IOException never: writing to memory cannot fail
     */
    public static byte[] gzip(ByteArrayOutputStream plain) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(compressed)) {
            plain.writeTo(gzip);
        }
        return compressed.toByteArray();
    }
}
