package io.stepprofiler.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupTest {
    @TempDir
    private Path dir;

    private Path root;
    private Path ofProcess;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectory(dir.resolve("cgroup"));
        ofProcess = dir.resolve("self");
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private ControlGroup group(String groups) throws IOException {
        Files.writeString(ofProcess, groups);
        return ControlGroup.of(root, ofProcess);
    }

    @Test
    void secondVersion_withLimits_hasThoseOfTheGroupOfTheProcess() throws IOException {
        write("cgroup.controllers", "cpu memory\n");
        write("pods/a/cpu.max", "150000 100000\n");
        write("pods/a/memory.max", "1073741824\n");
        write("pods/a/cpu.stat", "usage_usec 7\nnr_throttled 3\nthrottled_usec 2500\n");
        ControlGroup group = group("0::/pods/a\n");
        assertThat(group.processors()).hasValue(1.5);
        assertThat(group.memoryBytes()).hasValue(1 << 30);
        assertThat(group.throttledNanos()).hasValue(2_500_000);
    }

    @Test
    void firstVersion_withLimits_hasThoseOfItsControllers() throws IOException {
        write("cpu/docker/b/cpu.cfs_quota_us", "50000\n");
        write("cpu/docker/b/cpu.cfs_period_us", "100000\n");
        write("cpu/docker/b/cpu.stat", "nr_periods 9\nthrottled_time 4200\n");
        write("memory/docker/b/memory.limit_in_bytes", "4096\n");
        ControlGroup group = group("4:memory:/docker/b\n3:cpu,cpuacct:/docker/b\n");
        assertThat(group.processors()).hasValue(0.5);
        assertThat(group.memoryBytes()).hasValue(4096);
        assertThat(group.throttledNanos()).hasValue(4200);
    }

    @Test
    void group_thatIsMountedAsTheRoot_isFoundThere() throws IOException {
        write("cgroup.controllers", "cpu\n");
        write("cpu.max", "200000 100000\n");
        // As a container sees it whose control groups have no name space of their own.
        assertThat(group("0::/system.slice/docker-17\n").processors()).hasValue(2);
    }

    @Test
    void group_withoutLimits_isEmpty() throws IOException {
        write("cgroup.controllers", "cpu\n");
        write("cpu.max", "max 100000\n");
        write("memory.max", "max\n");
        write("cpu.stat", "usage_usec 7\n");
        ControlGroup second = group("0::/\n");
        assertThat(second.processors()).isEmpty();
        assertThat(second.memoryBytes()).isEmpty();
        assertThat(second.throttledNanos()).isEmpty();
    }

    @Test
    void firstVersion_withoutLimits_isEmpty() throws IOException {
        write("cpu/cpu.cfs_quota_us", "-1\n");
        write("cpu/cpu.cfs_period_us", "100000\n");
        write("memory/memory.limit_in_bytes", "9223372036854771712\n");
        ControlGroup first = group("3:cpu:/\n");
        assertThat(first.processors()).isEmpty();
        assertThat(first.memoryBytes()).isEmpty();
    }

    @Test
    void files_thatAreMissingOrSaySomethingElse_areNoLimits() throws IOException {
        assertThat(ControlGroup.of(dir.resolve("none"), dir.resolve("none")).processors())
                .isEmpty();
        write("cgroup.controllers", "");
        write("cpu.max", "\n");
        write("memory.max", "much\n");
        ControlGroup odd = group("nonsense\n0::/../../etc\n");
        assertThat(odd.processors()).isEmpty();
        assertThat(odd.memoryBytes()).isEmpty();
        assertThat(odd.throttledNanos()).isEmpty();
    }
}
