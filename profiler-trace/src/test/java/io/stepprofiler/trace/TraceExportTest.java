package io.stepprofiler.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.StepMark;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.export.ExportProgress;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceExportTest {
    @TempDir
    private Path classPath;

    @TempDir
    private Path directory;

    private final Thread thread = Thread.currentThread();
    private final ClassLoader loaderBefore = thread.getContextClassLoader();

    /** Puts the exporter on a class path of its own, as the jar of an application's exporter would be. */
    @BeforeEach
    void registerTheExporter() throws IOException {
        String name = LinesExporter.class.getName();
        Path classFile = classPath.resolve(name.replace('.', '/') + ".class");
        Files.createDirectories(classFile.getParent());
        try (InputStream bytes = LinesExporter.class.getResourceAsStream("LinesExporter.class")) {
            Files.copy(bytes, classFile);
        }
        Path services = Files.createDirectories(classPath.resolve("META-INF/services"));
        Files.writeString(services.resolve(TraceExporter.class.getName()), name);
        ClassLoader withoutIt = new ClassLoader(TraceExportTest.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                if (wanted.equals(name)) {
                    throw new ClassNotFoundException(wanted);
                }
                return super.loadClass(wanted, resolve);
            }
        };
        thread.setContextClassLoader(
                new URLClassLoader(new URL[] {classPath.toUri().toURL()}, withoutIt));
    }

    @AfterEach
    void restoreTheClassLoader() throws IOException {
        URLClassLoader ours = (URLClassLoader) thread.getContextClassLoader();
        thread.setContextClassLoader(loaderBefore);
        ours.close();
    }

    private static TraceBuilder twoEvents() {
        TraceBuilder trace = new TraceBuilder();
        trace.thread(1, "main").add(trace.nameId("forward"), 0, 1);
        trace.thread(1, "main").add(trace.nameId("backward"), 1, 1);
        return trace;
    }

    @Test
    void export_knownEnding_writesTheFileAndItsDirectory() throws IOException {
        Path file = directory.resolve("log/trace.lines");
        twoEvents().build().export(file);
        assertThat(file).hasContent("trace.lines\nforward\nbackward\n");
        assertThat(file.getParent().toFile().list()).containsExactly("trace.lines");
    }

    @Test
    void export_twice_replacesTheFile() throws IOException {
        Path file = directory.resolve("trace.lines");
        twoEvents().build().export(file);
        new TraceBuilder().build().export(file);
        assertThat(file).hasContent("trace.lines\n");
    }

    @Test
    void export_exporterFails_keepsTheOldFileAndThrows() throws IOException {
        Path file = directory.resolve("trace.lines");
        twoEvents().build().export(file);
        Trace failing = twoEvents().partial(true).build();
        assertThatThrownBy(() -> failing.export(file))
                .isInstanceOf(IOException.class)
                .hasMessage("disk full");
        assertThat(file).hasContent("trace.lines\nforward\nbackward\n");
        assertThat(directory.toFile().list()).containsExactly("trace.lines");
    }

    @Test
    void export_unknownEnding_namesTheKnownOnesAndWritesNothing() {
        Trace trace = twoEvents().build();
        assertThatThrownBy(() -> trace.export(directory.resolve("log/trace.xml")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("trace.xml")
                .hasMessageContaining(".lines");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void export_noFileName_isRefused() {
        Trace trace = twoEvents().build();
        assertThatThrownBy(() -> trace.export(directory.getRoot())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> trace.export(Path.of(""))).isInstanceOf(IllegalArgumentException.class);
    }

    private static Trace steps(int count) {
        TraceBuilder trace = new TraceBuilder();
        for (int step = 0; step < count; step++) {
            trace.step(new StepMark(step, step * 10L, 10, 1, false));
            trace.thread(1, "main").add(trace.nameId("event " + step), step * 10L, 5);
        }
        return trace.build();
    }

    @Test
    void export_withListener_endsWithAllEvents() throws IOException {
        List<ExportProgress> told = new ArrayList<>();
        ExportOptions options = ExportOptions.DEFAULT.withListener(told::add);
        steps(5).export(directory.resolve("trace.lines"), options);
        ExportProgress last = told.get(told.size() - 1);
        assertThat(last.events()).isEqualTo(5);
        assertThat(last.totalEvents()).isEqualTo(5);
        assertThat(last.isComplete()).isTrue();
        assertThat(told).filteredOn(ExportProgress::isComplete).hasSize(1);
    }

    @Test
    void export_listenerThrows_writesTheFile() throws IOException {
        Path file = directory.resolve("trace.lines");
        twoEvents().build().export(file, ExportOptions.DEFAULT.withListener(progress -> {
            throw new AssertionError("for the test");
        }));
        assertThat(file).hasContent("trace.lines\nforward\nbackward\n");
    }
}
