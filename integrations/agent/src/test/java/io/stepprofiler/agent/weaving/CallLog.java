package io.stepprofiler.agent.weaving;

import java.util.ArrayList;
import java.util.List;

/** What woven programs call; one thread at a time. */
public final class CallLog {
    static final List<String> CALLS = new ArrayList<>();

    private CallLog() {}

    public static void begin(String text, Object argument) {
        CALLS.add(text + " " + argument);
    }

    public static long token() {
        CALLS.add("token");
        return 42L << 32;
    }

    public static boolean flag() {
        return true;
    }

    public static void end(long token, Object result) {
        CALLS.add("end " + (token >> 32) + " " + result);
    }

    public static void flagged(boolean flag, String text) {
        CALLS.add(text + " " + flag);
    }

    public static void made(Object self) {
        CALLS.add("made " + self.getClass().getSimpleName());
    }

    public static Object loud(Object result) {
        return result + "!";
    }

    public static void fail() {
        CALLS.add("fail");
        throw new IllegalStateException("call");
    }
}
