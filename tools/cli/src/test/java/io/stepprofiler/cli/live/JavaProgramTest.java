package io.stepprofiler.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaProgramTest {
    @ParameterizedTest
    @CsvSource({
        "java com.acme.Main, com.acme.Main",
        "/usr/bin/java -Xmx2g -cp a.jar:b com.acme.Main --password x, com.acme.Main",
        "java --class-path a --add-opens java.base/java.lang=ALL-UNNAMED -ea Main, Main",
        "/opt/jdk/bin/java -Dx=y -jar /srv/train.jar config.yml, train.jar",
        "java -p mods -m com.acme/com.acme.Main x, com.acme/com.acme.Main",
        "java @options.txt Main, Main",
        "java -jar, java",
        "/usr/bin/python3 train.py, python3",
        "/usr/bin/javac -d out A.java, javac",
        "java, java"
    })
    void of_commandLine_isWhatItRuns(String words, String program) {
        assertThat(JavaProgram.of(List.of(words.split(" ", -1)))).isEqualTo(program);
    }

    @ParameterizedTest
    @CsvSource({
        "javac, true",
        "org.codehaus.plexus.classworlds.launcher.Launcher, true",
        "org.gradle.launcher.daemon.bootstrap.GradleDaemon, true",
        "org.jetbrains.kotlin.daemon.KotlinCompileDaemon, true",
        "com.acme.Main, false",
        "train.jar, false",
        "org.apache.spark.deploy.SparkSubmit, false"
    })
    void builds_ofAProgram_isTrueForCompilersAndBuildTools(String program, boolean builds) {
        assertThat(JavaProgram.builds(program)).isEqualTo(builds);
    }
}
