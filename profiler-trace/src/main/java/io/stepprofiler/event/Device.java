package io.stepprofiler.event;

/**
 * A device that has memory or does work.
 *
 * @param type its type
 * @param index its number among the devices of this type, from 0; -1 for the host
 */
public record Device(Type type, int index) {
    /** Types of devices, with PyTorch's numbers. */
    public enum Type {
        /** The host: the processor and its memory. */
        CPU(0),
        /** A GPU. */
        CUDA(1);

        private final int code;

        Type(int code) {
            this.code = code;
        }

        /** {@return PyTorch's number} */
        public int code() {
            return code;
        }
    }

    /** Treats the host as one device, whatever its number. */
    public Device {
        index = type == Type.CPU ? -1 : index;
    }

    /** The host. */
    public static final Device CPU = new Device(Type.CPU, -1);

    /**
     * {@return a GPU}
     *
     * @param index which, from 0
     */
    public static Device cuda(int index) {
        return new Device(Type.CUDA, index);
    }

    /** {@return the device as PyTorch writes it: {@code cpu}, {@code cuda:0}} */
    @Override
    public String toString() {
        return type == Type.CPU ? "cpu" : "cuda:" + index;
    }
}
