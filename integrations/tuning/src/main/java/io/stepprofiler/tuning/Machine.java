package io.stepprofiler.tuning;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Machine on which times depend: results of another machine do not count.
 *
 * @param processor model of the processor
 * @param jvm name and version of the virtual machine
 * @param cores processors that the virtual machine may use
 */
record Machine(String processor, String jvm, int cores) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    /** Keys of the processor's model: the first on x86-64, the others on AArch64. */
    private static final List<String> MODEL = List.of("model name", "CPU implementer", "CPU part", "CPU variant");

    /** {@return this machine} */
    static Machine current() {
        return new Machine(
                processorModel(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
                Runtime.getRuntime().availableProcessors());
    }

    private static String processorModel() {
        String architecture = System.getProperty("os.arch");
        try {
            List<String> lines = Files.readAllLines(CPU_INFO, StandardCharsets.ISO_8859_1);
            String model = model(lines);
            return model.isEmpty() ? architecture : architecture + ", " + model;
        } catch (IOException e) {
            return architecture;
        }
    }

    /** Joins the distinct lines about the model. */
    static String model(List<String> lines) {
        Set<String> models = new TreeSet<>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon > 0 && MODEL.contains(line.substring(0, colon).strip())) {
                models.add(line.substring(0, colon).strip() + " "
                        + line.substring(colon + 1).strip());
            }
        }
        return String.join(", ", models);
    }
}
