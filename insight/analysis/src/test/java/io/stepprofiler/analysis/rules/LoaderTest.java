package io.stepprofiler.analysis.rules;

import static io.stepprofiler.analysis.rules.WaitedThreads.MAIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.event.SampleKind;
import java.util.function.ObjLongConsumer;
import org.junit.jupiter.api.Test;

/** Ten steps of 20 ms, each of which waits for a batch of another thread from 2 to 18 ms after its start. */
class LoaderTest {
    private static WaitedThreads loading(ObjLongConsumer<WaitedThreads> loader) {
        WaitedThreads program = new WaitedThreads();
        for (long at = 0; at < 200_000; at += 20_000) {
            program.step(at, at + 20_000)
                    .loading(MAIN, at + 2_000, at + 18_000)
                    .wait(MAIN, "Park", at + 2_000, at + 18_000);
            loader.accept(program, at);
        }
        return program;
    }

    @Test
    void inputBound_theLoaderReadsFiles_namesTheReadsAndTheirRemedy() {
        Finding finding = loading((program, at) -> program.wait("loader", "File read", at + 1_000, at + 17_000))
                .finding("input-bound");
        assertThat(finding.sentence())
                .isEqualTo(
                        "80.0 % of the step waits for the next batch, which thread 'loader' makes too slowly: it reads"
                                + " files in app.Loader.work(Loader.java:7) (93.8 % of the wait)");
        assertThat(finding.nextStep()).isEqualTo(ThreadActivity.READS_FILES.nextStep() + ": app.Loader.work");
        assertThat(finding.advice()).startsWith(ThreadActivity.READS_FILES.advice());
    }

    @Test
    void storageBound_severalLoadersRead_countsTheReadsOfAll() {
        Finding finding = loading((program, at) -> program.wait("loader-1", "File read", at, at + 9_000)
                        .wait("loader-2", "File read", at + 9_000, at + 17_000))
                .finding("storage-bound-input");
        assertThat(finding.sentence())
                .startsWith(
                        "93.8 % of the wait for data (75.0 % of the step) reads files or sockets on a thread of 'loader-*' in app.Loader");
    }

    @Test
    void inputBound_theLoaderCompilesRegularExpressions_namesThem() {
        Finding finding = loading((program, at) -> program.sample(
                                "loader", SampleKind.JAVA, "java.util.regex.Pattern", "compile", at + 5_000)
                        .sample("loader", SampleKind.JAVA, "java.util.regex.Pattern", "compile", at + 9_000))
                .finding("input-bound");
        assertThat(finding.sentence())
                .endsWith("thread 'loader' makes too slowly: it compiles regular expressions in"
                        + " app.Loader.run(Loader.java:9) (100.0 % of the wait)");
        assertThat(finding.advice().get(0).text()).startsWith("private static final Pattern");
    }

    @Test
    void inputBound_theLoaderRuns_namesItsMethod() {
        assertThat(loading((program, at) -> program.sample("loader", at + 5_000))
                        .finding("input-bound")
                        .sentence())
                .endsWith("thread 'loader' makes too slowly, most of the time in app.Loader.run(Loader.java:9)");
    }
}
