package io.stepprofiler.jvm;

import io.stepprofiler.imports.ImportCandidate;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.TraceImporter;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Reads flight recordings, {@code .jfr}, of JDK 17 and later and of programs that write this format, as the events that a
 * {@link FlightRecorderSource} delivers. Events of {@link JfrAnnotations} become steps, scopes and markers again, traced
 * methods scopes; {@code jvm_flight_recorder_not_read} counts events of other types. Times count from 1970.
 *
 * <p>Each chunk of the file is copied to a temporary file, which the JDK reads. A damaged or cut chunk, such as the last
 * one of a killed process, is read up to there; what is missing is reported, also chunks of another process.
 */
public final class FlightRecordingImporter implements TraceImporter {
    /** Made by the service loader. */
    public FlightRecordingImporter() {}

    @Override
    public String format() {
        return "flight recording of a Java virtual machine";
    }

    @Override
    public Set<String> suffixes() {
        return Set.of(".jfr");
    }

    @Override
    public int recognizedBytes(ImportCandidate candidate) {
        return candidate.head() == candidate.inflatedHead() ? candidate.beginsWith(FlightChunk.MAGIC) : 0;
    }

    @Override
    public ImportedTrace read(Path file, ImportOptions options) throws IOException {
        options.checkBytes(file, Files.size(file));
        RecordedFlight flight = new RecordedFlight(file, options);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            for (FlightChunk chunk = FlightChunk.next(in); chunk != null; chunk = FlightChunk.next(in)) {
                flight.add(chunk);
            }
        }
        return flight.trace();
    }
}
