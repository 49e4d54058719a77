package io.stepprofiler.cuda;

/** Kind of memory, in the order of CUPTI's numbers. */
enum MemoryKind {
    UNKNOWN("Unknown", false),
    PAGEABLE("Pageable", false),
    PINNED("Pinned", false),
    DEVICE("Device", true),
    ARRAY("Array", true),
    MANAGED("Managed", true),
    DEVICE_STATIC("Device Static", true),
    MANAGED_STATIC("Managed Static", true);

    private final String label;
    private final boolean isOnDevice;

    MemoryKind(String label, boolean isOnDevice) {
        this.label = label;
        this.isOnDevice = isOnDevice;
    }

    static MemoryKind of(long number) {
        return number >= 0 && number < values().length ? values()[(int) number] : UNKNOWN;
    }

    String label() {
        return label;
    }

    /** True for memory of a device; managed memory, which moves to its last user, counts as memory of its device. */
    boolean isOnDevice() {
        return isOnDevice;
    }
}
