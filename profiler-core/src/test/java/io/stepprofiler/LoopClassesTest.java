package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.child.OwnProcess;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A class that is used first where its initialization fails can never be used again: {@code start()} initializes all
 * that a loop can reach.
 */
class LoopClassesTest {
    private static final String OURS = "io/stepprofiler/";
    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final Pattern INITIALIZED = Pattern.compile("Initializing '([^']+)'");

    /** What a training loop calls. */
    private static final List<Class<?>> CALLED = List.of(
            Scope.class,
            StepScope.class,
            Label.class,
            Counter.class,
            Domain.class,
            Marker.class,
            Task.class,
            Frame.class,
            Memory.class,
            ModuleScope.class,
            Communication.class,
            DataLoader.class,
            OpDetails.class,
            Collective.class,
            Profile.class);

    /**
     * What only threads of the profiler's own, or those who ask for figures, go on from; and what is over when the loop
     * begins.
     */
    private static final List<String> FOLLOWED_NO_FURTHER = List.of(
            OURS + "columns/",
            OURS + "segment/",
            OURS + "trace/",
            OURS + "averages/",
            OURS + "delivery/HandlerChain",
            OURS + "Annotations",
            OURS + "MirroredStep",
            OURS + "ProfileBuilder");

    /** Also what is initialized where a profile has mirrors, and must not be loaded where none has. */
    private static final List<String> ONLY_ELSEWHERE = List.of(
            OURS + "averages/",
            OURS + "delivery/HandlerChain",
            OURS + "delivery/BackgroundThreads",
            OURS + "Annotations",
            OURS + "MirroredStep");

    @TempDir
    private Path directory;

    private static boolean isOneOf(List<String> prefixes, String name) {
        return prefixes.stream().anyMatch(name::startsWith);
    }

    /** The classes of ours that a class file names; empty for an interface, which is not initialized by being used. */
    private static Set<String> named(String type) throws IOException, ClassNotFoundException {
        try (InputStream file = ours(type).getResourceAsStream("/" + type + ".class");
                DataInputStream in = new DataInputStream(file)) {
            in.readNBytes(8);
            int count = in.readUnsignedShort();
            String[] texts = new String[count];
            Set<Integer> classes = new HashSet<>();
            for (int i = 1; i < count; i++) {
                int tag = in.readUnsignedByte();
                switch (tag) {
                    case UTF8 -> texts[i] = in.readUTF();
                    case CLASS -> classes.add(in.readUnsignedShort());
                    case 8, 16, 19, 20 -> in.readNBytes(2);
                    case 15 -> in.readNBytes(3);
                    case 5, 6 -> {
                        in.readNBytes(8);
                        i++;
                    }
                    default -> in.readNBytes(4);
                }
            }
            Set<String> names = new LinkedHashSet<>();
            classes.stream()
                    .map(index -> texts[index].replaceAll("^\\[+L?|;$", ""))
                    .filter(name -> name.startsWith(OURS))
                    .forEach(names::add);
            return names;
        }
    }

    private static Class<?> ours(String type) throws ClassNotFoundException {
        return Class.forName(type.replace('/', '.'), false, Profile.class.getClassLoader());
    }

    private static Set<String> reachable() throws Exception {
        Set<String> seen = new TreeSet<>();
        Deque<String> left = new ArrayDeque<>();
        CALLED.forEach(type -> left.add(type.getName().replace('.', '/')));
        while (!left.isEmpty()) {
            String type = left.remove();
            if (seen.add(type) && !isOneOf(FOLLOWED_NO_FURTHER, type)) {
                left.addAll(named(type));
            }
        }
        Set<String> initialized = new TreeSet<>();
        for (String type : seen) {
            if (!isOneOf(ONLY_ELSEWHERE, type) && !ours(type).isInterface()) {
                initialized.add(type);
            }
        }
        return initialized;
    }

    private Set<String> initializedByStart() throws Exception {
        Path log = directory.resolve("classes.log");
        OwnProcess ended = OwnProcess.run(List.of("-Xlog:class+init=info:file=" + log), StartedLoop.class);
        assertThat(ended.exit()).as(ended.output()).isZero();
        String started = StartedLoop.Started.class.getName().replace('.', '/');
        Set<String> initialized = new TreeSet<>();
        for (String line : Files.readAllLines(log)) {
            Matcher matcher = INITIALIZED.matcher(line);
            if (matcher.find()) {
                if (matcher.group(1).equals(started)) {
                    return initialized;
                }
                initialized.add(matcher.group(1));
            }
        }
        throw new AssertionError("the profile was not started: " + Arrays.toString(initialized.toArray()));
    }

    @Test
    void classes_thatALoopCanReach_areInitializedByStart() throws Exception {
        Set<String> reachable = reachable();
        assertThat(reachable).hasSizeGreaterThan(80);
        assertThat(initializedByStart()).containsAll(reachable);
    }

    /** As long as there is but one kind of recorder, nothing has to be looked at to know which one it is. */
    @Test
    void mirrors_thatNobodyAskedFor_areNotEvenLoaded() throws Exception {
        Path log = directory.resolve("loaded.log");
        OwnProcess ended = OwnProcess.run(List.of("-Xlog:class+load=info:file=" + log), StartedLoop.class);
        assertThat(ended.exit()).as(ended.output()).isZero();
        assertThat(Files.readString(log))
                .contains("io.stepprofiler.ThreadRecorder ")
                .doesNotContain("MirroringRecorder", "OpenRanges", "GuardedMirror");
    }

    @Test
    void calls_firstMadeAtTheEndOfTheStack_workWhereThereIsRoomAgain() throws Exception {
        Path file = directory.resolve("result.txt");
        OwnProcess ended = OwnProcess.run(List.of("-Xss512k"), ExhaustedLoop.class, file.toString());
        assertThat(ended.exit()).as(ended.output()).isZero();
        assertThat(file).hasContent("delivered");
    }
}
