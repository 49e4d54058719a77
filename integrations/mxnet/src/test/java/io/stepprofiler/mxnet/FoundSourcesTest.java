package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.source.Activity;
import io.stepprofiler.source.ActivityRecording;
import io.stepprofiler.source.ActivitySink;
import io.stepprofiler.source.ActivitySource;
import io.stepprofiler.source.SpanReport;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations of sources that are on the class path, and not in the configuration. */
class FoundSourcesTest {
    /** Reports an operation, as sources of frameworks do. */
    public static class Operations implements ActivitySource {
        /** Made by the service loader. */
        public Operations() {}

        String operation() {
            return "found";
        }

        @Override
        public Activity activity() {
            return Activity.CPU;
        }

        @Override
        public boolean collectsWhileOpen() {
            return true;
        }

        @Override
        public ActivityRecording start(RecordingOptions options) {
            long now = System.nanoTime();
            return new ActivityRecording() {
                @Override
                public void stop() {}

                @Override
                public void collect(ActivitySink sink) {
                    sink.span(new SpanReport().onLane("operations").named(operation(), now, 10));
                    sink.note("a source", "has said");
                }
            };
        }
    }

    /** One that the program gives. */
    private static final class Given extends Operations {
        @Override
        String operation() {
            return "given";
        }
    }

    /** One whose library is missing. */
    public static final class Broken extends Operations {
        /** Fails. */
        public Broken() {
            throw new UnsatisfiedLinkError("no library");
        }
    }

    @TempDir
    private Path directory;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private Control control = new Control(ProfilerConfig.unconfigured(EnvironmentVariables.DEFAULT_MODE));

    @AfterEach
    void restore() {
        control.run(Command.EXIT);
        Thread.currentThread().setContextClassLoader(before);
    }

    /** Puts sources on the class path. */
    private void provide(Class<?>... sources) throws IOException {
        Path services = directory.resolve("services");
        Files.write(services, List.of(sources).stream().map(Class::getName).toList());
        URL url = services.toUri().toURL();
        Thread.currentThread().setContextClassLoader(new ClassLoader(before) {
            @Override
            public Enumeration<URL> getResources(String name) throws IOException {
                return name.equals("META-INF/services/" + ActivitySource.class.getName())
                        ? Collections.enumeration(List.of(url))
                        : super.getResources(name);
            }
        });
    }

    /** MXNet's keys, with files in the directory of the test. */
    private Map<String, ?> keys() {
        return Map.of(
                "profile_all",
                true,
                "filename",
                directory.resolve("profile.json"),
                "gpu_memory_profile_filename_prefix",
                directory.resolve("memory"),
                "continuous_dump",
                false);
    }

    private JsonNode profiled() throws IOException {
        control.run(Command.RUN);
        control.run(Command.FINISH);
        return new ObjectMapper().readTree(directory.resolve("profile.json").toFile());
    }

    private static List<String> operators(JsonNode trace) {
        return trace.get("traceEvents").findValuesAsText("name").stream()
                .filter(name -> name.equals("found") || name.equals("given"))
                .toList();
    }

    @Test
    void profileAll_withoutASource_hasTheOperationsOfServicesAndWhatTheySay() throws IOException {
        provide(Operations.class);
        control.configure(keys());
        JsonNode trace = profiled();
        assertThat(operators(trace)).containsExactly("found");
        assertThat(trace.path("a source").asText()).isEqualTo("has said");
        assertThat(trace.has("operations")).isFalse();
    }

    @Test
    void sources_ofAConfiguration_areTheOnlyOnesAndStayWithThatOfKeys() throws IOException {
        provide(Operations.class);
        control.configure(ProfilerConfig.builder()
                .filename(directory.resolve("first.json"))
                .source(new Given())
                .build());
        control.configure(keys());
        assertThat(operators(profiled())).containsExactly("given");
    }

    @Test
    void service_thatCannotBeUsed_isToldAndTheOthersAreThere() throws IOException {
        provide(Broken.class, Operations.class);
        control.configure(keys());
        assertThat(operators(profiled())).containsExactly("found");
        assertThat(control.failures())
                .singleElement()
                .satisfies(failure -> assertThat(failure.message()).contains("Broken", "cannot be used"));
    }

    @Test
    void noService_isSaidInTheTrace() throws IOException {
        control.configure(keys());
        assertThat(profiled().path("operations").asText()).startsWith("not recorded: ");
        assertThat(control.failures()).isEmpty();
    }
}
