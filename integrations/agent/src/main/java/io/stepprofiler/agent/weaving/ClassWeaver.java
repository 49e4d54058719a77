package io.stepprofiler.agent.weaving;

import org.jspecify.annotations.Nullable;

/** A class that is being woven: with calls first, so that advice is around them. */
final class ClassWeaver {
    private final String name;
    private final ClassLoader loader;
    private byte[] bytes;
    private @Nullable AdvisedClass advised;

    ClassWeaver(String name, ClassLoader loader, byte[] bytes) {
        this.name = name;
        this.loader = loader;
        this.bytes = bytes;
    }

    /** Answers whether the weaving has found anything to weave. */
    boolean weave(Weaving weaving, boolean linked) {
        if (weaving instanceof CallWeaving calls) {
            byte[] woven = CalledClass.weave(bytes, calls.calls(name), linked);
            bytes = woven == null ? bytes : woven;
            return woven != null;
        }
        if (advised == null) {
            advised = new AdvisedClass(name, loader, bytes);
        }
        return advised.weave((AdviceWeaving) weaving, linked);
    }

    byte[] bytes() {
        return advised == null ? bytes : advised.bytes();
    }
}
