package io.stepprofiler.event;

/** Type of a tensor's elements, with the names that PyTorch's traces have for them. */
public enum ElementType {
    /** Not known. */
    UNKNOWN("", 0),
    /** 32-bit floating point. */
    FLOAT("float", 4),
    /** 64-bit floating point. */
    DOUBLE("double", 8),
    /** 16-bit floating point, IEEE. */
    HALF("c10::Half", 2),
    /** 16-bit floating point with the exponent of 32 bits. */
    BFLOAT16("c10::BFloat16", 2),
    /** 8-bit signed integer. */
    INT8("signed char", 1),
    /** 8-bit unsigned integer. */
    UINT8("unsigned char", 1),
    /** 16-bit integer. */
    INT16("short int", 2),
    /** 32-bit integer. */
    INT32("int", 4),
    /** 64-bit integer. */
    INT64("long int", 8),
    /** Truth value. */
    BOOL("bool", 1),
    /** Complex number of two 32-bit parts. */
    COMPLEX64("c10::complex<float>", 8),
    /** Complex number of two 64-bit parts. */
    COMPLEX128("c10::complex<double>", 16),
    /** Text. */
    STRING("string", 0);

    private final String torchName;
    private final int bytes;

    ElementType(String torchName, int bytes) {
        this.torchName = torchName;
        this.bytes = bytes;
    }

    /** {@return the name in PyTorch's traces; empty for {@link #UNKNOWN}} */
    public String torchName() {
        return torchName;
    }

    /** {@return the size of an element in bytes; 0 if not known or not fixed} */
    public int bytes() {
        return bytes;
    }
}
