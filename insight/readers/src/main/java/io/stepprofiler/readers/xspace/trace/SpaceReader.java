package io.stepprofiler.readers.xspace.trace;

import io.stepprofiler.event.Device;
import io.stepprofiler.event.StepMark;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.readers.foreign.StepKinds;
import io.stepprofiler.readers.xspace.ProfileData;
import io.stepprofiler.readers.xspace.ProfileEvent;
import io.stepprofiler.readers.xspace.ProfileLine;
import io.stepprofiler.readers.xspace.ProfilePlane;
import io.stepprofiler.trace.MetadataValue;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes a trace from a profile, plane by plane. */
final class SpaceReader {
    private static final Pattern GPU = Pattern.compile("/device:GPU:(\\d{1,9}).*");
    private static final String HOST_PREFIX = "/host:";
    /** Plane of devices of the type of a host in files of this profiler. */
    private static final String HOST_AS_DEVICE = "/device:CUSTOM:host";

    private static final String COUNTERS = "_counters_";
    private static final String PROGRAM = "Hlo Proto";

    /** Key of the metadata on programs. */
    private static final String PROGRAMS = "programs of XLA";

    private final ProfileData profile;
    private final TraceBuilder trace = new TraceBuilder();
    private final Losses losses = new Losses();
    private final ProfileEnvironment environment;
    private final Memory memory;
    private final MemoryReader memoryEvents = new MemoryReader(trace);
    private final ThreadIds threadIds = new ThreadIds();
    private final Map<StepMark, String> steps = new LinkedHashMap<>();
    private final FileDetails recorded;
    private final boolean hasMemoryEvents;
    private long programs;

    SpaceReader(ProfileData profile, Path file, ImportOptions options) {
        this.profile = profile;
        environment = new ProfileEnvironment(profile, losses);
        memory = new Memory(file, options);
        recorded = new FileDetails(profile);
        hasMemoryEvents = recorded.hasMemoryEvents();
    }

    ImportedTrace read() throws IOException {
        trace.options(recorded.options(environment.isOurs()));
        environment.describe(trace);
        for (ProfilePlane plane : profile.planes()) {
            read(plane);
        }
        if (programs > 0) {
            // A note, because nothing with a time is missing.
            String note = programs + " in the file, not read: a trace has no place for them";
            trace.metadata(PROGRAMS, new MetadataValue(note, false));
        }
        (environment.isOurs() ? steps.keySet() : StepKinds.steps(steps))
                .stream().sorted(StepMark.PARENTS_FIRST).forEach(trace::step);
        if (!environment.isOurs()) {
            memoryEvents.describe();
        }
        losses.countIn(trace);
        Messages messages = new Messages(environment.isOurs(), trace);
        messages.read(profile);
        if (!profile.damage().isEmpty()) {
            losses.report(profile.damage());
        }
        Trace built = trace.build();
        messages.reportRest(built, losses);
        return new ImportedTrace(built, losses.sentences(), () -> {});
    }

    private void read(ProfilePlane plane) throws IOException {
        programs += plane.eventMetadata().stream()
                .filter(metadata -> metadata.stat(PROGRAM).isPresent())
                .count();
        EventTypes types = new EventTypes(trace, environment.isOurs());
        Optional<Device> device = device(plane.name());
        boolean isHost = plane.name().startsWith(HOST_PREFIX);
        LinePlaces places = new LinePlaces(trace, threadIds, plane, device, isHost, environment.isOurs());
        EventReader events = new EventReader(trace, types, memoryEvents, environment.isOurs(), losses, steps);
        CounterReader counters = new CounterReader(trace, environment.isOurs(), hasMemoryEvents, losses);
        SampleReader samples = new SampleReader(trace, types, losses);
        for (ProfileLine line : plane.lines()) {
            if (line.name().equals(COUNTERS)) {
                // Lines of our files have their domain there.
                String domain = environment.isOurs() ? line.displayName() : "";
                for (ProfileEvent event : line) {
                    memory.charge(event);
                    counters.read(event, domain);
                }
            } else if (environment.isOurs() && places.isOfSamples(line)) {
                long thread = places.threadOfSamples(line);
                for (ProfileEvent event : line) {
                    memory.charge(event);
                    samples.read(event, thread);
                }
            } else {
                LinePlace place = places.of(line);
                for (ProfileEvent event : line) {
                    memory.charge(event);
                    events.read(event, place);
                }
            }
        }
    }

    private static Optional<Device> device(String plane) {
        Matcher gpu = GPU.matcher(plane);
        if (gpu.matches()) {
            return Optional.of(Device.cuda(Integer.parseInt(gpu.group(1))));
        }
        return plane.equals(HOST_AS_DEVICE) ? Optional.of(Device.CPU) : Optional.empty();
    }

    /** Estimated memory of the trace: columns of events and of their values. */
    private static final class Memory {
        private static final long BYTES_AN_EVENT = 60;
        private static final long BYTES_A_VALUE = 24;

        private final Path file;
        private final ImportOptions options;
        private long bytes;

        Memory(Path file, ImportOptions options) {
            this.file = file;
            this.options = options;
        }

        void charge(ProfileEvent event) throws IOException {
            bytes += BYTES_AN_EVENT + BYTES_A_VALUE * event.statCount();
            options.checkMemory(file, bytes);
        }
    }
}
