package io.stepprofiler.agent.weaving;

import io.stepprofiler.agent.program.Program;
import java.net.URL;
import java.net.URLClassLoader;

/** Loads the program of the tests anew. */
final class FreshLoader extends URLClassLoader {
    FreshLoader(ClassLoader parent) {
        super(new URL[] {Program.class.getProtectionDomain().getCodeSource().getLocation()}, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (name.startsWith(Program.class.getPackageName() + ".")) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : findClass(name);
            }
            return super.loadClass(name, resolve);
        }
    }
}
