package io.stepprofiler.cli.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A directory of Spark with links to the jars of the class path, in the directory of the build. */
final class InstalledSpark {
    static final String CLASS_PATH = System.getProperty("java.class.path");

    /** Flags of a virtual machine that runs for seconds. */
    static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    static final Path HOME = Path.of("target", "spark-home").toAbsolutePath();

    private InstalledSpark() {}

    /** Makes the directory; returns the directory of the jars. */
    static Path jars() throws IOException {
        Path jars = Files.createDirectories(HOME.resolve("jars"));
        List<Path> all = Stream.of(CLASS_PATH.split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::isRegularFile)
                .toList();
        for (Path jar : all) {
            Path link = jars.resolve(jar.getFileName());
            Files.deleteIfExists(link);
            Files.createSymbolicLink(link, jar.toAbsolutePath());
        }
        return jars;
    }
}
