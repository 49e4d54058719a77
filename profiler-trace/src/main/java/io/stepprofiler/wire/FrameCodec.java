package io.stepprofiler.wire;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The message {@code Frame}, which several schemas have: a frame of a call stack. Attributes that a frame lacks are
 * absent.
 */
public final class FrameCodec {
    private static final int LINE = 4;

    private FrameCodec() {}

    /**
     * Writes the fields of a frame.
     *
     * @param frame the frame
     * @param out the message
     */
    public static void write(StackTraceElement frame, WireWriter out) {
        out.text(1, frame.getClassName());
        out.text(2, frame.getMethodName());
        present(3, frame.getFileName(), out);
        out.signed(LINE, frame.getLineNumber());
        present(5, frame.getClassLoaderName(), out);
        present(6, frame.getModuleName(), out);
        present(7, frame.getModuleVersion(), out);
    }

    private static void present(int field, @Nullable String text, WireWriter out) {
        if (text != null) {
            out.present(field, text);
        }
    }

    /**
     * {@return the frame of a message}
     *
     * @param in the message
     * @throws IOException if it is no frame
     */
    public static StackTraceElement read(WireReader in) throws IOException {
        @Nullable String[] texts = new String[8];
        int line = 0;
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == LINE) {
                line = (int) in.signed();
            } else if (field < texts.length) {
                texts[field] = in.text();
            } else {
                in.skip();
            }
        }
        return new StackTraceElement(
                texts[5], texts[6], texts[7], orEmpty(texts[1]), orEmpty(texts[2]), texts[3], line);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
