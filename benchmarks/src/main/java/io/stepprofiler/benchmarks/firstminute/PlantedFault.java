package io.stepprofiler.benchmarks.firstminute;

import java.util.List;
import java.util.regex.Pattern;

/** Training program with at most one fault, and the words by which a verdict names its cause, place and remedy. */
enum PlantedFault {
    SLOW_DISK("SlowDisk", "read", "readBatch", "ahead|prefetch|more loader|in parallel|larger"),
    SLOW_DISK_LONG("SlowDiskLong", "read", "readBatch", "ahead|prefetch|more loader|in parallel|larger"),
    BYTE_READS("ByteReads", "read|loader", "readBatch", "buffer|readBatch"),
    SHARED_LOCK("SharedLock", "lock", "addLoss|augment", "lock"),
    FALSE_SHARING("FalseSharing", "atomic|false sharing|contended", "count", "LongAdder|pad|own counter|sum"),
    ALLOCATION_STORM("AllocationStorm", "allocat|collect|boxing|boxed", "normalise", "primitive|float\\[\\]|box"),
    VALIDATION("Validation", "slow|every 20|periodic", "validate", "validate|Validation|less often|another thread"),
    ELEMENT_WISE(
            "ElementWise",
            "single element|same operation|loop of",
            "argMax|evaluate",
            "toFloatArray|whole array|at once"),
    STARVED("Starved", "starv|pool|worker", "fetch", "executor|own pool"),
    STARVED_STREAM("StarvedStream", "starv|pool|worker", "pause|scale", "executor|own pool"),
    LEAK("Leak", "memory grows|more memory|leak", "batch|train|step", "close|newSubManager|try"),
    EXCEPTIONS("Exceptions", "exception", "valueOf", "test|check|avoid|without"),
    REGEXES("Regexes", "regular expression|regex|pattern", "clean", "once|static final|compile"),

    SLOW_SOCKET("SlowSocket", "read|socket|receive", "receive", "ahead|prefetch|more loader|in parallel|larger"),
    GROWING_LIST("GrowingList", "grows|leak|heap|collect|allocat", "remember", "keep|clear|bound|remove|reuse|once"),
    EXPLICIT_COLLECTION(
            "ExplicitCollection", "System\\.gc|collect", "tidy|System\\.gc", "System\\.gc|DisableExplicitGC"),
    CHECKPOINTS("Checkpoints", "slow|every 25|write|periodic", "save", "buffer|save|another thread|less often"),
    POLLING("Polling", "sleep", "next", "queue|block|sleep"),
    FORMATTING("Formatting", "format", "log", "format|once|less often"),
    LINKED_ROWS("LinkedRows", "sum|LinkedList", "sum", "sum|ArrayList|iterat"),
    UNEVEN_WORKERS("UnevenWorkers", "wait|worker|uneven", "part", "equal|even|split|smaller parts"),

    CLEAN("Clean", "", "", ""),
    CLEAN_POOL("CleanPool", "", "", ""),
    CLEAN_DJL("CleanDjl", "", "", "");

    private final String program;
    private final List<Pattern> points;

    PlantedFault(String program, String cause, String place, String remedy) {
        this.program = program;
        points = List.of(pattern(cause), pattern(place), pattern(remedy));
    }

    private static Pattern pattern(String words) {
        return Pattern.compile(words, Pattern.CASE_INSENSITIVE);
    }

    /** Name of the program's class. */
    String program() {
        return program;
    }

    /** True if the program has a fault. */
    boolean isFaulty() {
        return !points.get(0).pattern().isEmpty();
    }

    /** True for the faults that the defaults of the agent were made for; the others are of the same kinds. */
    boolean isKnown() {
        return ordinal() <= REGEXES.ordinal();
    }

    /** True if the program trains on DJL. */
    boolean usesDjl() {
        return this == ELEMENT_WISE || this == LEAK || this == CLEAN_DJL;
    }

    /** Options of the virtual machine. */
    List<String> flags() {
        return this == ALLOCATION_STORM ? List.of("-Xmx96m") : List.of("-Xmx1g");
    }

    /** Returns the points of a verdict: one for the cause, one for the place in the code, one for the remedy. */
    int points(String verdict, String remedies) {
        int points = 0;
        points += this.points.get(0).matcher(verdict).find() ? 1 : 0;
        points += this.points.get(1).matcher(verdict).find() ? 1 : 0;
        points += points > 0 && this.points.get(2).matcher(remedies).find() ? 1 : 0;
        return points;
    }
}
