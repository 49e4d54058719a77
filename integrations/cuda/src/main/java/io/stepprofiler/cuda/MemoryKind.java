package io.stepprofiler.cuda;

/** Kinds of memory, by CUPTI's numbers. */
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

    /** Whether it is memory of a device; managed memory is where it was used last, and counts as that of its device. */
    boolean isOnDevice() {
        return isOnDevice;
    }
}
