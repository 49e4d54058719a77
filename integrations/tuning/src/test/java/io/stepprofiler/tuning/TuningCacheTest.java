package io.stepprofiler.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TuningCacheTest {
    private static final Machine MACHINE = new Machine("x86-64 of a test", "a virtual machine 25", 8);

    @TempDir
    private Path dir;

    private final FakeTime time = new FakeTime();

    @AfterEach
    void giveTheClockBack() {
        time.close();
    }

    private Path file() {
        return dir.resolve("cache/tuning.json");
    }

    private TuningBuilder tuning() {
        return time.tuning()
                .cache(TuningCache.in(file()))
                .inputs("512x512", "float")
                .variant("b=16", time.taking("16", () -> 3_000))
                .variant("b=32", time.taking("32", () -> 2_000));
    }

    private TuningResult run(UnaryOperator<TuningBuilder> change) {
        return change.apply(tuning()).build(MACHINE).run();
    }

    private TuningResult run() {
        return run(builder -> builder);
    }

    @Test
    void result_isFoundAgainAndNothingIsCalled() {
        TuningResult measured = run();
        time.called.clear();
        TuningResult found = run();
        assertThat(found).usingRecursiveComparison().ignoringFields("cached").isEqualTo(measured);
        assertThat(measured.cached()).isFalse();
        assertThat(found.cached()).isTrue();
        assertThat(found.table()).contains("from the cache");
        assertThat(time.called).isEmpty();
    }

    @Test
    void result_ofTheSameVariantsInAnotherOrder_isFoundInThatOrder() {
        run();
        TuningResult found = time.tuning()
                .cache(TuningCache.in(file()))
                .inputs("512x512", "float")
                .variant("b=32", () -> null)
                .variant("b=16", () -> null)
                .build(MACHINE)
                .run();
        assertThat(found.cached()).isTrue();
        assertThat(found.variants()).extracting(VariantTimes::id).containsExactly("b=32", "b=16");
    }

    @Test
    void result_ofFewCalls_isFoundAgainToo() {
        TuningResult measured = run(builder -> builder.calls(2));
        TuningResult found = run();
        assertThat(found.cached()).isTrue();
        assertThat(found.differences()).isEqualTo(measured.differences());
        assertThat(found.isDecided()).isFalse();
    }

    @Test
    void otherVariantsInputsOrMachines_areMeasuredAnew() {
        run();
        assertThat(run(builder -> builder.inputs("more")).cached()).isFalse();
        assertThat(run(builder -> builder.variant("b=64", time.taking("64", () -> 10)))
                        .cached())
                .isFalse();
        assertThat(run(builder -> builder.confidence(0.9)).cached()).isFalse();
        for (Machine other : List.of(
                new Machine("another", MACHINE.jvm(), MACHINE.cores()),
                new Machine(MACHINE.processor(), "another", MACHINE.cores()),
                new Machine(MACHINE.processor(), MACHINE.jvm(), 4))) {
            assertThat(tuning().build(other).run().cached()).as("%s", other).isFalse();
            assertThat(tuning().build(other).run().cached()).as("%s", other).isTrue();
        }
        assertThat(run().cached()).isTrue();
    }

    @Test
    void result_withWarnings_isNotKept() {
        run(builder -> builder.deviceTime(true));
        assertThat(file()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "[]",
                "{} {}",
                "{\"format\":\"step-profiler-tuning-2\",\"results\":[]}",
                "{\"format\":\"step-profiler-tuning-1\"}",
                "{\"format\":\"step-profiler-tuning-1\",\"results\":[{}]}",
                "{\"format\":\"step-profiler-tuning-1\",\"format\":\"step-profiler-tuning-1\",\"results\":[]}",
                "{\"a\":[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]}"
            })
    void file_thatIsNoCache_isIgnoredAndLeftAlone(String content) throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), content);
        assertThat(run().cached()).isFalse();
        assertThat(run().fastest()).isEqualTo("b=32");
        assertThat(file()).hasContent(content);
    }

    @Test
    void file_thatIsTooLarge_isIgnoredAndLeftAlone() throws IOException {
        run();
        String content = Files.readString(file()) + " ".repeat(TuningCache.MAX_BYTES);
        Files.writeString(file(), content);
        assertThat(run().cached()).isFalse();
        assertThat(file()).hasContent(content);
    }

    /** Each member in turn has another name. */
    @Test
    void file_withAResultThatCannotBe_isIgnored() throws IOException {
        run();
        String whole = Files.readString(file());
        List<String> members = Pattern.compile("\"(\\w+)\" : ")
                .matcher(whole)
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        assertThat(members).hasSizeGreaterThan(15);
        for (String member : members) {
            Files.writeString(file(), whole.replace(member, "\"other\" : "));
            assertThat(run().cached()).as(member).isFalse();
        }
        for (String damage : List.of("-1", "1e999", "\"1\"", "null", "{}")) {
            Files.writeString(file(), whole.replaceFirst("\"calls\" : \\d+", "\"calls\" : " + damage));
            assertThat(run().cached()).as(damage).isFalse();
        }
        Files.writeString(file(), whole.replace("\"fastest\" : \"b=32\"", "\"fastest\" : \"../../x\""));
        assertThat(run().cached()).isFalse();
        Files.writeString(file(), whole);
        assertThat(run().cached()).isTrue();
    }

    @Test
    void directory_inPlaceOfTheFile_costsTheCacheOnly() throws IOException {
        Files.createDirectories(file());
        assertThat(run().fastest()).isEqualTo("b=32");
    }

    @Test
    void directory_thatCannotBeCreated_costsTheCacheOnly() throws IOException {
        Files.writeString(dir.resolve("cache"), "a file");
        assertThat(run().fastest()).isEqualTo("b=32");
    }

    @Test
    void result_ofOneKey_isKeptOnce() throws IOException {
        TuningResult result = run();
        TuningCache.in(file()).store(key("f"), result);
        long before = Files.size(file());
        TuningCache.in(file()).store(key("f"), result);
        assertThat(Files.size(file())).isEqualTo(before);
    }

    @Test
    void results_beyondTheLimit_displaceTheOldest() throws IOException {
        TuningResult result = run();
        Files.delete(file());
        TuningCache cache = TuningCache.in(file());
        cache.write(IntStream.range(0, TuningCache.MAX_RESULTS)
                .mapToObj(i -> new CachedResult(key("f" + i), result))
                .toList());
        cache.store(key("last"), result);
        List<String> ids = List.of("b=16", "b=32");
        assertThat(cache.find(key("f0"), ids)).isEmpty();
        assertThat(cache.find(key("f1"), ids)).isPresent();
        assertThat(cache.find(key("last"), ids)).isPresent();
    }

    private static CacheKey key(String function) {
        return new CacheKey(function, List.of("b=16", "b=32"), List.of(), false, 0.95, MACHINE);
    }

    @Test
    void names_thatLookLikePaths_areTextsOnly() throws IOException {
        TuningResult result = Tuning.of("../../etc/passwd")
                .clock(time::nanos)
                .warmup(0)
                .cache(TuningCache.in(file()))
                .inputs("/tmp/../x")
                .variant("../a", time.taking("a", () -> 5))
                .build(MACHINE)
                .run();
        assertThat(result.fastest()).isEqualTo("../a");
        try (Stream<Path> files = Files.walk(dir)) {
            assertThat(files.filter(Files::isRegularFile)).containsExactly(file());
        }
    }
}
