package io.stepprofiler.readers.foreign;

import java.io.EOFException;
import java.io.IOException;

/** Damage of compressed data, in words. */
public final class InflationDamage {
    private InflationDamage() {}

    /**
     * {@return a sentence about damage}
     *
     * @param cause what the decompression threw
     * @param bytes number of bytes before the damage
     * @param content word for these bytes
     */
    public static String of(IOException cause, long bytes, String content) {
        String what = cause instanceof EOFException ? "end too early" : "are damaged (" + cause.getMessage() + ")";
        return "its compressed data " + what + ", after " + bytes + " bytes of " + content;
    }
}
