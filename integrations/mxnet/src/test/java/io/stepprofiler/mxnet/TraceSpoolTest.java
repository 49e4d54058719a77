package io.stepprofiler.mxnet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceSpoolTest {
    @TempDir
    private Path directory;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void spool_toALink_keepsTheLinkWheneverItIsShown() throws IOException {
        Path target = Files.writeString(directory.resolve("target.json"), "old");
        Path link = Files.createSymbolicLink(directory.resolve("profile.json"), target);
        TraceSpool spool = new TraceSpool(link);

        spool.append(bytes("[1"));
        spool.publish(spool.length(), bytes("]"));
        assertThat(target).hasContent("[1]");
        spool.append(bytes(",2"));
        spool.finish(bytes("]"));

        assertThat(link).isSymbolicLink();
        assertThat(target).isRegularFile().hasContent("[1,2]");
    }
}
