package io.stepprofiler.readers.xspace;

import io.stepprofiler.imports.ImportCandidate;
import io.stepprofiler.imports.ImportException;
import io.stepprofiler.imports.ImportOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A profile as data: the planes of an XSpace of any writer, with their lines, events and values. The counterpart of
 * {@code jax.profiler.ProfileData}.
 *
 * <pre>{@code
 * try (ProfileData profile = ProfileData.from(Path.of("host.xplane.pb"))) {
 *     for (ProfileLine line : profile.findPlaneWithName("/host:CPU").orElseThrow().lines()) {
 *         for (ProfileEvent event : line) {
 *             System.out.println(event.name() + " " + event.durationPicos() + " " + event.stats());
 *         }
 *     }
 * }
 * }</pre>
 *
 * <p>Names are read at once; events are read from the file at each iteration over a line, one after the other, and not
 * kept, so a file of a gigabyte needs little memory. Everything can be iterated over any number of times, on any
 * threads. When events cannot be read, iteration throws {@link java.io.UncheckedIOException} with an {@link
 * ImportException} as its cause, which names the place and the reason.
 *
 * <p>Incomplete files have defined results: missing metadata has an empty name, the later of two entries with one id
 * counts, a dangling reference is an empty text, and times beyond the range of a {@code long} are its nearest value.
 *
 * @see <a href="https://github.com/google/tsl/blob/main/tsl/profiler/protobuf/xplane.proto">The format</a>
 */
public final class ProfileData implements Closeable {
    private static final Path BYTES = Path.of("bytes of an XSpace");

    private final XSpaceBytes source;
    private final ImportOptions options;
    private final List<ProfilePlane> planes;
    private final List<String> errors;
    private final List<String> warnings;
    private final List<String> hostnames;
    private final long originNanos;

    ProfileData(
            XSpaceBytes source,
            ImportOptions options,
            List<ProfilePlane> planes,
            List<String> errors,
            List<String> warnings,
            List<String> hostnames) {
        this.source = source;
        this.options = options;
        this.planes = List.copyOf(planes);
        this.errors = List.copyOf(errors);
        this.warnings = List.copyOf(warnings);
        this.hostnames = List.copyOf(hostnames);
        originNanos = Times.origin(planes);
        planes.forEach(plane -> plane.originNanos = originNanos);
    }

    /**
     * Reads a file with the default limits.
     *
     * @param file a file {@code .xplane.pb}, which stays open until the profile is closed
     * @return the profile
     * @throws IOException as {@link #from(Path, ImportOptions)} does
     */
    public static ProfileData from(Path file) throws IOException {
        return from(file, ImportOptions.DEFAULT);
    }

    /**
     * Reads a file.
     *
     * @param file a file {@code .xplane.pb}, which stays open until the profile is closed; one that is compressed with
     *     gzip is read into memory
     * @param options limits of reading; names count as memory, events do not
     * @return the profile
     * @throws ImportException if it is empty, truncated, damaged, no XSpace, or larger than the options allow, naming
     *     the place
     * @throws IOException if it cannot be read
     */
    public static ProfileData from(Path file, ImportOptions options) throws IOException {
        ImportCandidate candidate = ImportCandidate.of(file);
        if (candidate.isDirectory()) {
            throw new ImportException(
                    file, "it is a directory; profiles are files in one, plugins/profile/SESSION/HOST.xplane.pb");
        }
        // The head of a file that is not compressed is the same array.
        boolean isCompressed = candidate.head() != candidate.inflatedHead();
        XSpaceBytes source = isCompressed ? XSpaceBytes.inflated(file, options) : XSpaceBytes.inFile(file);
        try {
            return IndexReader.read(source, options);
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    /**
     * Reads an XSpace in memory.
     *
     * @param serialized its bytes, not to be changed any more
     * @return the profile
     * @throws IOException if it is empty, truncated, damaged or no XSpace, naming the place
     */
    public static ProfileData from(byte[] serialized) throws IOException {
        return IndexReader.read(XSpaceBytes.inMemory(BYTES, serialized), ImportOptions.DEFAULT);
    }

    /**
     * Reads an XSpace from the text form of protocol buffers.
     *
     * @param text the text
     * @return the profile
     * @throws IOException as {@link #textProtoToSerializedXSpace} does, or if the text is empty
     */
    public static ProfileData fromTextProto(String text) throws IOException {
        return from(textProtoToSerializedXSpace(text));
    }

    /**
     * {@return the bytes of the XSpace whose text form this is}
     *
     * @param text the text form of protocol buffers
     * @throws ImportException if it is none, or has fields that no XSpace has, naming line and column
     */
    public static byte[] textProtoToSerializedXSpace(String text) throws ImportException {
        return XSpaceText.parse(text).toByteArray();
    }

    /**
     * Writes the profile in the text form of protocol buffers, as {@link #fromTextProto} reads it. The whole profile is
     * in memory during writing.
     *
     * @param out where to
     * @throws ImportException if writing needs more memory than the options allow, or it is damaged
     * @throws IOException if {@code out} fails
     */
    public void writeTextProto(Appendable out) throws IOException {
        XSpaceText.write(source, options, out);
    }

    /** {@return the planes, in the order of the file} */
    public List<ProfilePlane> planes() {
        return planes;
    }

    /**
     * {@return the first plane with a name}
     *
     * @param name such as {@code /host:CPU}
     */
    public Optional<ProfilePlane> findPlaneWithName(String name) {
        return planes.stream().filter(plane -> plane.name().equals(name)).findFirst();
    }

    /** {@return the errors that the writer reported} */
    public List<String> errors() {
        return errors;
    }

    /** {@return the warnings that the writer reported} */
    public List<String> warnings() {
        return warnings;
    }

    /** {@return what is wrong with the compressed data of the file; empty if nothing is, or it is not compressed} */
    public String damage() {
        return source.damage();
    }

    /** {@return the names of the machines that were recorded} */
    public List<String> hostnames() {
        return hostnames;
    }

    /**
     * {@return the origin of the times of events, in nanoseconds on the clock of the lines: 0, or the earliest time of
     * the lines if these are since 1970, which in picoseconds exceeds a {@code long}}
     */
    public long originNanos() {
        return originNanos;
    }

    /** Closes the file: events cannot be read any more, everything else can. Does nothing for a profile in memory. */
    @Override
    public void close() throws IOException {
        source.close();
    }
}
