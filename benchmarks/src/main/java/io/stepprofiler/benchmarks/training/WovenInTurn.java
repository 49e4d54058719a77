package io.stepprofiler.benchmarks.training;

import io.stepprofiler.benchmarks.ChildProcess;
import io.stepprofiler.benchmarks.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prints what the code that the agent weaves into DJL adds to a training step while nothing is recorded. In one process
 * the woven classes get their own code back and are woven again, in turn; each time steps are warmed up before they are
 * measured, since all of it is compiled anew.
 *
 * <p>{@link ProcessPairs} measures all that an agent adds; processes differ by more than what is looked for here.
 *
 * <p>The arguments are the agent's jar, the jar of the benchmarks, how many pairs of turns, and how many steps are warmed
 * up and measured in each.
 */
public final class WovenInTurn implements ClassFileTransformer {
    private static final String RESULT = "added: ";
    private static final String CHILD = "child";
    private static final String WOVEN = "io/stepprofiler/";

    private static @Nullable Instrumentation instrumentation;

    /** The code of woven classes as it is in their files. */
    private final Map<Class<?>, byte[]> own = new HashMap<>();

    private final Instrumentation machine;
    /** The code of the class that was changed last, as the agents before have left it. */
    private volatile byte[] woven = {};

    private volatile boolean bare;

    private WovenInTurn(Instrumentation machine) {
        this.machine = machine;
    }

    /** Keeps what classes can be changed with. */
    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
    }

    /** Measures and prints; with {@code child} as first argument, is the process that is measured. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals(CHILD)) {
            if (instrumentation == null) {
                throw new IllegalStateException("not started with the benchmarks as an agent");
            }
            System.out.println(RESULT
                    + new WovenInTurn(instrumentation)
                            .measure(
                                    Integer.parseInt(arguments[1]),
                                    Integer.parseInt(arguments[2]),
                                    Integer.parseInt(arguments[3])));
            return;
        }
        List<String> command = new ArrayList<>(DjlTraining.process());
        command.add("-javaagent:" + Path.of(arguments[0]).toRealPath() + "=wait=1000000000");
        command.add("-javaagent:" + Path.of(arguments[1]).toRealPath());
        command.add(WovenInTurn.class.getName());
        command.add(CHILD);
        command.addAll(Arrays.asList(arguments).subList(2, arguments.length));
        System.out.println(ChildProcess.result(RESULT, command));
    }

    /** Gives woven classes their own code, while they are to be bare. */
    @Override
    public byte @Nullable [] transform(
            Module module,
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] code) {
        if (redefined == null) {
            return null;
        }
        woven = Arrays.copyOf(code, code.length);
        return bare ? own.get(redefined) : null;
    }

    private String measure(int pairs, int warmUp, int measured) throws Exception {
        double[] tenths = new double[pairs];
        double[] medians = new double[pairs];
        Sample without = new Sample(0);
        try (DjlTraining training = new DjlTraining(DjlTraining.Network.MLP)) {
            steps(training, warmUp);
            machine.addTransformer(this, true);
            findWoven();
            for (int i = 0; i < pairs; i++) {
                boolean bareFirst = i % 2 == 0;
                Sample first = turn(training, bareFirst, warmUp, measured);
                Sample second = turn(training, !bareFirst, warmUp, measured);
                without = bareFirst ? first : second;
                Sample with = bareFirst ? second : first;
                tenths[i] = percent(with.quantile(0.1), without.quantile(0.1));
                medians[i] = percent(with.median(), without.median());
            }
        }
        return String.format(
                Locale.ROOT,
                "%d woven classes of DJL, %d pairs, a step without %.1f µs: fastest tenth %s, median %s",
                own.size(),
                pairs,
                without.median() / 1e3,
                new Sample(tenths).percents(),
                new Sample(medians).percents());
    }

    private Sample turn(DjlTraining training, boolean isBare, int warmUp, int measured)
            throws UnmodifiableClassException {
        bare = isBare;
        machine.retransformClasses(own.keySet().toArray(Class<?>[]::new));
        steps(training, warmUp);
        return new Sample(steps(training, measured));
    }

    private static double[] steps(DjlTraining training, int count) {
        double[] nanos = new double[count];
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            training.step();
            nanos[i] = System.nanoTime() - start;
        }
        return nanos;
    }

    private static double percent(double with, double without) {
        return 100 * (with / without - 1);
    }

    /** Woven are the classes whose code names the profiler, though their files do not. */
    private void findWoven() throws IOException, UnmodifiableClassException {
        for (Class<?> type : machine.getAllLoadedClasses()) {
            if (type.getName().startsWith("ai.djl.") && !type.isArray() && machine.isModifiableClass(type)) {
                byte[] file = file(type);
                machine.retransformClasses(type);
                if (names(woven) && !names(file)) {
                    own.put(type, file);
                }
            }
        }
    }

    private static boolean names(byte[] code) {
        return new String(code, StandardCharsets.ISO_8859_1).contains(WOVEN);
    }

    private static byte[] file(Class<?> type) throws IOException {
        String file = type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
            return in.readAllBytes();
        }
    }
}
