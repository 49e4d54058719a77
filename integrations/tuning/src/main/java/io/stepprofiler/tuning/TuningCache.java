package io.stepprofiler.tuning;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.stepprofiler.export.TraceFile;
import io.stepprofiler.text.OneLine;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Results of earlier comparisons, in a JSON file that outlives the process.
 *
 * <p>A result is found again for the same name of the function, ids of variants, inputs, kind of times, confidence, and
 * machine: its processor, virtual machine and number of processors. The number of calls, the seed and the warm-up may
 * differ. The file is written whole or not at all
 * and holds the last {@value #MAX_RESULTS} results; if two processes write at once, the results of one may be lost. A
 * file that cannot be read, is larger than {@value #MAX_BYTES} bytes or is not of this format is ignored with a
 * warning, and not overwritten. Nothing in it is used as a path or executed. Safe on any thread.
 */
public final class TuningCache {
    private static final System.Logger LOG = System.getLogger(TuningCache.class.getName());
    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();
    private static final Object WRITING = new Object();

    static final int MAX_RESULTS = 1000;
    static final int MAX_BYTES = 4 << 20;
    private static final int MAX_DEPTH = 16;
    private static final int MAX_TEXT = 1 << 16;

    private static final String NAME = "step-profiler-tuning-1";

    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .maxStringLength(MAX_TEXT)
                            .maxNameLength(MAX_TEXT)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS, MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .enable(
                    DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
                    DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                    DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                    DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    /** Content of the file. */
    record Content(String format, List<CachedResult> results) {}

    private final Path file;

    private TuningCache(Path file) {
        this.file = file;
    }

    /**
     * {@return a cache in a file, which need not exist}
     *
     * @param file the file; its directory is created when needed
     */
    public static TuningCache in(Path file) {
        return new TuningCache(file);
    }

    Optional<TuningResult> find(CacheKey key, List<String> order) {
        return read().stream()
                .flatMap(List::stream)
                .filter(each -> each.key().equals(key))
                .map(each -> inOrder(each.result(), order))
                .findFirst();
    }

    private static TuningResult inOrder(TuningResult result, List<String> ids) {
        List<VariantTimes> variants = ids.stream().map(result::times).toList();
        List<Difference> differences = ids.stream()
                .flatMap(id -> result.differences().stream()
                        .filter(difference -> difference.id().equals(id)))
                .toList();
        return new TuningResult(
                result.name(),
                variants,
                result.fastest(),
                differences,
                result.confidence(),
                result.timedBy(),
                result.warmupRounds(),
                result.steady(),
                result.warnings(),
                true);
    }

    void store(CacheKey key, TuningResult result) {
        synchronized (WRITING) {
            read().ifPresent(known -> {
                List<CachedResult> all = new ArrayList<>(known);
                all.removeIf(each -> each.key().equals(key));
                all.add(new CachedResult(key, result));
                write(all.subList(Math.max(0, all.size() - MAX_RESULTS), all.size()));
            });
        }
    }

    void write(List<CachedResult> all) {
        try {
            byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(new Content(NAME, all));
            TraceFile.replace(file, out -> out.write(bytes));
        } catch (IOException e) {
            warn("could not be written", e);
        }
    }

    /** The results, none if there is no file; empty if the file cannot be used. */
    private Optional<List<CachedResult>> read() {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException("it has more than " + MAX_BYTES + " bytes");
            }
            return Optional.of(results(JSON.readValue(bytes, Content.class)));
        } catch (NoSuchFileException e) {
            return Optional.of(List.of());
        } catch (IOException | IllegalArgumentException e) {
            warn("is ignored; remove it to begin a new one", e);
            return Optional.empty();
        }
    }

    private static List<CachedResult> results(@Nullable Content content) throws IOException {
        if (content == null
                || !content.format().equals(NAME)
                || content.results().size() > MAX_RESULTS
                || content.results().stream().anyMatch(Objects::isNull)) {
            throw new IOException("it is no cache of this version");
        }
        return content.results();
    }

    private void warn(String what, Exception why) {
        String reason = why instanceof JsonProcessingException json ? json.getOriginalMessage() : why.getMessage();
        String line = OneLine.of("The cache " + file + " of tuning results " + what + ": " + reason);
        LOG.log(LOGGED.add(what + file) ? Level.WARNING : Level.DEBUG, line);
    }
}
