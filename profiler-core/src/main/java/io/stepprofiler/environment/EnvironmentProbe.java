package io.stepprofiler.environment;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.stepprofiler.frameworks.Frameworks;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.trace.Environment;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The environment of this process, read once in tens of milliseconds, most of them for the platform beans. */
public final class EnvironmentProbe {
    /** Flags of HotSpot that affect the time of a step, besides the collector and the heap. */
    private static final List<String> FLAGS = List.of(
            "ActiveProcessorCount",
            "AlwaysPreTouch",
            "ConcGCThreads",
            "G1HeapRegionSize",
            "MaxDirectMemorySize",
            "MaxRAMPercentage",
            "ParallelGCThreads",
            "ReservedCodeCacheSize",
            "TieredStopAtLevel",
            "UseCompressedOops",
            "UseContainerSupport",
            "UseLargePages",
            "UseNUMA",
            "UseTransparentHugePages");

    /** Collectors by the beginnings of the names of their beans. */
    private static final Map<String, String> COLLECTORS = Map.of(
            "G1 ", "G1",
            "PS ", "Parallel",
            "Copy", "Serial",
            "MarkSweepCompact", "Serial",
            "ZGC", "Z",
            "Shenandoah", "Shenandoah",
            "Epsilon", "Epsilon");

    private static final class Read {
        private static final Environment ONCE =
                read(Frameworks.versions(Thread.currentThread().getContextClassLoader()));
    }

    private static volatile @Nullable Environment ofLoaded;

    private EnvironmentProbe() {}

    /** {@return the environment at the first call; a loaded libtorch replaces one that is only on the class path} */
    public static Environment environment() {
        Environment known = ofLoaded;
        Environment first = Read.ONCE;
        if (known == null && first.frameworks().containsKey(PyTorch.OF_PRESETS)) {
            try {
                Set<String> files = MappedLibraries.in(MappedLibraries.LIST);
                if (Frameworks.loaded(files).contains(PyTorch.NAME)) {
                    known = read(PyTorch.loaded(first.frameworks(), files));
                    ofLoaded = known;
                }
            } catch (IOException | RuntimeException e) {
                // Another system than Linux.
            }
        }
        return known != null ? known : first;
    }

    private static Environment read(Map<String, String> frameworks) {
        RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        ControlGroup group = ControlGroup.ofProcess();
        return new Environment(
                property("java.vm.name") + " " + property("java.vm.version") + " (" + property("java.vendor") + ")",
                property("java.version"),
                property("os.name") + " " + property("os.version") + " " + property("os.arch"),
                collector(ManagementFactory.getGarbageCollectorMXBeans()),
                Math.max(heap.getInit(), 0),
                Math.max(heap.getMax(), 0),
                Runtime.getRuntime().availableProcessors(),
                new Environment.Limits(
                        MachineTime.processors(), memoryBytes(), group.processors(), group.memoryBytes()),
                arguments(runtime.getInputArguments()),
                flags(),
                frameworks);
    }

    private static String property(String name) {
        return System.getProperty(name, "");
    }

    static String collector(List<GarbageCollectorMXBean> beans) {
        return beans.stream()
                .map(bean -> COLLECTORS.entrySet().stream()
                        .filter(known -> bean.getName().startsWith(known.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(bean.getName()))
                .distinct()
                .collect(Collectors.joining(" and "));
    }

    /** The arguments that configure the virtual machine; others may contain passwords. */
    static List<String> arguments(List<String> all) {
        return all.stream()
                .filter(argument -> argument.startsWith("-X"))
                .filter(argument -> argument.chars().noneMatch(c -> c <= ' ' || c == ';'))
                .toList();
    }

    private static Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>();
        try {
            HotSpotDiagnosticMXBean hotSpot = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
            for (String flag : FLAGS) {
                try {
                    flags.put(flag, hotSpot.getVMOption(flag).getValue());
                } catch (RuntimeException e) {
                    // The flag belongs to another version or system.
                }
            }
        } catch (LinkageError | RuntimeException e) {
            // Another virtual machine, or one without the module jdk.management.
        }
        return flags;
    }

    private static OptionalLong memoryBytes() {
        try {
            if (ManagementFactory.getOperatingSystemMXBean()
                    instanceof com.sun.management.OperatingSystemMXBean system) {
                return OptionalLong.of(system.getTotalMemorySize());
            }
        } catch (LinkageError e) {
            // A virtual machine without the module jdk.management.
        }
        return OptionalLong.empty();
    }
}
