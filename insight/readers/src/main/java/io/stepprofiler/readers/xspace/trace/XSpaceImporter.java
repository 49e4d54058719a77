package io.stepprofiler.readers.xspace.trace;

import com.google.protobuf.CodedInputStream;
import io.stepprofiler.imports.ImportCandidate;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.TraceImporter;
import io.stepprofiler.readers.xspace.ProfileData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;

/**
 * Reads XSpace files, {@code .xplane.pb}, of TensorFlow, JAX, XProf and this profiler. The trace is in memory.
 *
 * <p>Threads of hosts become threads, GPUs devices with streams, other lines lanes; events with {@code _r} and {@code
 * step_num} become steps, memory events and counters stay what they are, and facts about the whole file become
 * metadata. Times are whole nanoseconds, rounded down. Content without a place in a trace is counted or reported.
 */
public final class XSpaceImporter implements TraceImporter {
    private static final int PLANE = 0x0a;
    private static final int PLANE_ID = 0x08;
    private static final int PLANE_NAME = 0x12;
    private static final int MAX_NAME_BYTES = 200;

    /** Made by the service loader. */
    public XSpaceImporter() {}

    @Override
    public String format() {
        return "XSpace (profile of TensorFlow, JAX or XProf)";
    }

    @Override
    public Set<String> suffixes() {
        return Set.of(".xplane.pb", ".xplane.pb.gz");
    }

    /** There is no magic number, but files begin with a plane, and planes with their number and name. */
    @Override
    public int recognizedBytes(ImportCandidate candidate) {
        byte[] head = candidate.inflatedHead();
        CodedInputStream in = CodedInputStream.newInstance(head);
        try {
            if (in.readTag() != PLANE) {
                return 0;
            }
            int length = in.readRawVarint32();
            int tag = in.readTag();
            if (tag == PLANE_ID) {
                in.readInt64();
                tag = in.readTag();
            }
            int nameLength = tag == PLANE_NAME ? in.readRawVarint32() : 0;
            boolean isPossible = nameLength > 0 && nameLength <= MAX_NAME_BYTES && nameLength < length;
            return isPossible && isName(in.readRawBytes(nameLength)) ? in.getTotalBytesRead() : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    private static boolean isName(byte[] utf8) {
        String name = new String(utf8, StandardCharsets.UTF_8);
        return name.startsWith("/host:") || name.startsWith("/device:") || name.equals(ProfileEnvironment.PLANE);
    }

    @Override
    public ImportedTrace read(Path file, ImportOptions options) throws IOException {
        try (ProfileData profile = ProfileData.from(file, options)) {
            return new SpaceReader(profile, file, options).read();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
