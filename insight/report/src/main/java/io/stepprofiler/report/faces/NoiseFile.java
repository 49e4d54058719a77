package io.stepprofiler.report.faces;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stepprofiler.analysis.diff.DiffMetric;
import io.stepprofiler.analysis.diff.Spread;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** JSON file with the spread of runs on a machine, to which comparisons add their results. */
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
     * Spread of a metric in one comparison.
     *
     * @param metric id of the metric
     * @param deviation standard deviation of its logarithm between runs
     * @param degrees degrees of freedom
     * @param host the machine
     */
    public record Entry(String metric, double deviation, int degrees, String host) {}

    /**
     * Content of the file.
     *
     * @param version version of the format
     * @param entries results of comparisons, oldest first
     */
    public record Content(int version, List<Entry> entries) {
        /** Copies the list. */
        public Content {
            entries = List.copyOf(entries);
        }
    }

    private NoiseFile() {}

    /**
     * {@return the spread of runs on a machine for each metric in the file; empty if there is no file}
     *
     * @param file the file
     * @param host the machine
     * @throws IOException if the file cannot be read or is not a noise file
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
     * Adds the result of a comparison; removes the oldest entries if there are too many.
     *
     * @param file the file, created with its directory if it does not exist
     * @param host the machine
     * @param noise spread of the runs; entries without degrees of freedom are left out
     * @throws IOException if the file cannot be read or written, or is not a noise file
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
            throw new IOException(file + " is not a noise file: it has more than " + MAX_BYTES + " bytes");
        }
        try {
            Content content = MAPPER.readValue(bytes, Content.class);
            if (content.version() != VERSION) {
                throw new IOException(file + " has version " + content.version() + "; supported is " + VERSION);
            }
            for (Entry entry : content.entries()) {
                if (!(entry.deviation() >= 0 && entry.deviation() <= MAX_DEVIATION)) {
                    throw new IOException(file + " is damaged: deviation = " + entry.deviation());
                }
            }
            return content.entries();
        } catch (JsonProcessingException e) {
            throw new IOException(
                    file + " is not a noise file: " + OneLine.of(String.valueOf(e.getOriginalMessage())), e);
        }
    }
}
