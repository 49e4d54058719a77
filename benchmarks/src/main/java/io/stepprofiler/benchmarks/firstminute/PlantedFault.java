package io.stepprofiler.benchmarks.firstminute;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Training program with at most one fault, and the words by which a verdict names its cause, place and remedy, as regular
 * expressions.
 *
 * @param kind use of the program
 * @param program name of its class, and arguments after the number of steps
 * @param cause the cause
 * @param place the method
 * @param remedy the remedy
 */
record PlantedFault(Kind kind, String program, String cause, String place, String remedy) {
    /** Use of a program. */
    enum Kind {
        /** Fault that the defaults of the agent were made for. */
        KNOWN,
        /** Fault of a similar kind. */
        SIMILAR,
        /** No fault. */
        CLEAN
    }

    static final List<PlantedFault> ALL = List.of(
            new PlantedFault(
                    Kind.KNOWN, "SlowDisk 32", "read", "readBatch", "ahead|prefetch|more loader|in parallel|larger"),
            new PlantedFault(
                    Kind.KNOWN, "SlowDisk 1", "read", "readBatch", "ahead|prefetch|more loader|in parallel|larger"),
            new PlantedFault(Kind.KNOWN, "ByteReads", "read|loader", "readBatch", "buffer|readBatch"),
            new PlantedFault(Kind.KNOWN, "SharedLock", "lock", "addLoss|augment", "lock"),
            new PlantedFault(
                    Kind.KNOWN,
                    "FalseSharing",
                    "atomic|false sharing|contended",
                    "count",
                    "LongAdder|pad|own counter|sum"),
            new PlantedFault(
                    Kind.KNOWN,
                    "AllocationStorm",
                    "allocat|collect|boxing|boxed",
                    "normalise",
                    "primitive|float\\[\\]|box"),
            new PlantedFault(
                    Kind.KNOWN,
                    "Validation",
                    "slow|every 20|periodic",
                    "validate",
                    "validate|Validation|less often|another thread"),
            new PlantedFault(
                    Kind.KNOWN,
                    "ElementWise",
                    "single element|same operation|loop of",
                    "argMax|evaluate",
                    "toFloatArray|whole array|at once"),
            new PlantedFault(Kind.KNOWN, "Starved", "starv|pool|worker", "fetch", "executor|own pool"),
            new PlantedFault(Kind.KNOWN, "StarvedStream", "starv|pool|worker", "pause|scale", "executor|own pool"),
            new PlantedFault(
                    Kind.KNOWN,
                    "Leak",
                    "memory grows|heap grows|more memory|leak",
                    "batch|train|step",
                    "close|newSubManager|try"),
            new PlantedFault(Kind.KNOWN, "Exceptions", "exception", "valueOf", "test|check|avoid|without"),
            new PlantedFault(
                    Kind.KNOWN, "Regexes", "regular expression|regex|pattern", "clean", "once|static final|compile"),
            new PlantedFault(
                    Kind.SIMILAR,
                    "SlowSocket",
                    "read|socket|receive",
                    "receive",
                    "ahead|prefetch|more loader|in parallel|larger"),
            new PlantedFault(
                    Kind.SIMILAR,
                    "GrowingList",
                    "grows|leak|heap|collect|allocat",
                    "remember",
                    "keep|clear|bound|remove|reuse|once"),
            new PlantedFault(
                    Kind.SIMILAR,
                    "ExplicitCollection",
                    "System\\.gc|collect",
                    "tidy|System\\.gc",
                    "System\\.gc|DisableExplicitGC"),
            new PlantedFault(
                    Kind.SIMILAR,
                    "Checkpoints",
                    "slow|every 25|write|periodic",
                    "save",
                    "buffer|save|another thread|less often"),
            new PlantedFault(Kind.SIMILAR, "Polling", "sleep", "next", "queue|block|sleep"),
            new PlantedFault(Kind.SIMILAR, "Formatting", "format", "log", "format|once|less often"),
            new PlantedFault(Kind.SIMILAR, "LinkedRows", "sum|LinkedList", "sum", "sum|ArrayList|iterat"),
            new PlantedFault(
                    Kind.SIMILAR, "UnevenWorkers", "wait|worker|uneven", "part", "equal|even|split|smaller parts"),
            new PlantedFault(Kind.CLEAN, "Clean", "", "", ""),
            new PlantedFault(Kind.CLEAN, "CleanPool", "", "", ""),
            new PlantedFault(Kind.CLEAN, "CleanAlone", "", "", ""),
            new PlantedFault(Kind.CLEAN, "CleanFile", "", "", ""),
            new PlantedFault(Kind.CLEAN, "CleanDjl", "", "", ""),
            new PlantedFault(Kind.CLEAN, "CleanDataset", "", "", ""));

    /** Returns the class of the program. */
    String type() {
        return program.split(" ", -1)[0];
    }

    /** Returns its arguments, after the number of steps. */
    List<String> arguments() {
        List<String> words = List.of(program.split(" ", -1));
        return words.subList(1, words.size());
    }

    /** Returns the classes that it shares with other programs. */
    List<String> shared() {
        return usesDjl() ? List.of("Perceptron") : List.of("Network", "Loop");
    }

    /** True if the program trains on DJL. */
    boolean usesDjl() {
        return List.of("ElementWise", "Leak", "CleanDjl", "CleanDataset").contains(program);
    }

    /** Options of the virtual machine. */
    List<String> flags() {
        return List.of(program.equals("AllocationStorm") ? "-Xmx96m" : "-Xmx1g");
    }

    /** Returns the points of a verdict: one for the cause, one for the place in the code, one for the remedy. */
    int points(String verdict, String remedies) {
        int points = (contains(verdict, cause) ? 1 : 0) + (contains(verdict, place) ? 1 : 0);
        return points + (points > 0 && contains(remedies, remedy) ? 1 : 0);
    }

    private static boolean contains(String text, String words) {
        return Pattern.compile(words, Pattern.CASE_INSENSITIVE).matcher(text).find();
    }
}
