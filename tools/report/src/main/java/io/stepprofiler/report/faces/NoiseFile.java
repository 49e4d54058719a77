package io.stepprofiler.report.faces;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stepprofiler.analysis.diff.DiffMetric;
import io.stepprofiler.analysis.diff.Spread;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.trace.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** By how much runs differed on a machine, as earlier comparisons have found: a small file of JSON that grows. */
public final class NoiseFile {
    private static final int VERSION = 1;
    private static final int MAX_BYTES = 1_000_000;
    private static final int MAX_ENTRIES = 2_000;
    private static final double MAX_DEVIATION = 10;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.CAN_OVERRIDE_ACCESS_MODIFIERS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    /**
     * What one comparison found.
     *
     * @param metric id of the figure
     * @param deviation standard deviation of its logarithm between runs
     * @param degrees degrees of freedom
     * @param host the machine
     */
    public record Entry(String metric, double deviation, int degrees, String host) {}

    /**
     * The file.
     *
     * @param version version of the form
     * @param entries what was found, the oldest first
     */
    public record Content(int version, List<Entry> entries) {
        /**
         * Copies the list.
         *
         * @param version version of the form
         * @param entries what was found
         */
        public Content {
            entries = List.copyOf(entries);
        }
    }

    private NoiseFile() {}

    /**
     * {@return by how much runs differ on a machine, for each figure that the file knows; nothing if there is no file}
     *
     * @param file the file
     * @param host the machine
     * @throws IOException if it cannot be read, or is no such file
     */
    public static Map<DiffMetric, Spread> read(Path file, String host) throws IOException {
        Map<DiffMetric, Spread> noise = new EnumMap<>(DiffMetric.class);
        for (Entry entry : entries(file)) {
            if (entry.host().equals(host) && entry.degrees() > 0) {
                DiffMetric.of(entry.metric()).ifPresent(metric -> {
                    String origin = "earlier runs on this machine, " + OneLine.of(file.toString());
                    Spread spread = new Spread(entry.deviation(), entry.degrees(), origin);
                    noise.merge(metric, spread, (one, other) -> one.and(other, origin));
                });
            }
        }
        return noise;
    }

    /**
     * Adds what a comparison found; the oldest entries go where there are too many.
     *
     * @param file the file, which is made with its directory if it is not there
     * @param host the machine
     * @param noise by how much runs differed; what has no degrees of freedom is left out
     * @throws IOException if it cannot be read or written, or is no such file
     */
    public static void add(Path file, String host, Map<DiffMetric, Spread> noise) throws IOException {
        List<Entry> all = new ArrayList<>(entries(file));
        noise.forEach((metric, spread) -> {
            if (spread.degrees() > 0) {
                all.add(new Entry(metric.id(), spread.deviation(), spread.degrees(), host));
            }
        });
        List<Entry> kept = all.subList(Math.max(0, all.size() - MAX_ENTRIES), all.size());
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        TraceFile.replace(file, out -> out.write(MAPPER.writeValueAsBytes(new Content(VERSION, kept))));
    }

    private static List<Entry> entries(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        }
        if (bytes.length > MAX_BYTES) {
            throw new IOException(file + " is no file of noise: it has more than " + MAX_BYTES + " bytes");
        }
        try {
            Content content = MAPPER.readValue(bytes, Content.class);
            if (content.version() != VERSION) {
                throw new IOException(file + " is of version " + content.version() + "; this reads " + VERSION);
            }
            for (Entry entry : content.entries()) {
                if (!(entry.deviation() >= 0 && entry.deviation() <= MAX_DEVIATION)) {
                    throw new IOException(file + " is damaged: deviation = " + entry.deviation());
                }
            }
            return content.entries();
        } catch (JsonProcessingException e) {
            throw new IOException(
                    file + " is no file of noise: " + OneLine.of(String.valueOf(e.getOriginalMessage())), e);
        }
    }
}
