package io.stepprofiler.report.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.amount.Amount;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Compares the amounts of the page with those of all other outputs. */
class PageAmountsTest {
    private static final Path FORMAT =
            Path.of("src/main/resources/io/stepprofiler/report/page/format.js").toAbsolutePath();

    @Test
    void amounts_ofThePage_lookAsInOtherOutputs() throws Exception {
        Random random = new Random(1);
        double[] values = DoubleStream.concat(
                        DoubleStream.of(0, 7, 7.25, -1, 999.5, 1023.5, 9995, 999499, 999500, 1048064, 7.2e12, 1.005),
                        random.doubles(500, -3, 13).map(power -> Math.pow(10, power)))
                .toArray();
        String script = "import {formatBandwidth, formatBytes, formatPercent, formatPercentChange, formatTime,"
                + " formatTimeChange} from '" + FORMAT.toUri() + "';\n"
                + "for (const value of " + Arrays.toString(values)
                + ") console.log([formatTime(value), formatTimeChange(-value),"
                + " formatBytes(value), formatBandwidth(value), formatPercent(value), formatPercentChange(value)].join('|'));";
        Process node = new ProcessBuilder(
                        Program.NODE.orSkip("the amounts of the page").toString(), "--input-type=module", "-e", script)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> page = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertThat(node.waitFor()).isZero();
        assertThat(page)
                .isEqualTo(Arrays.stream(values)
                        .mapToObj(value -> String.join(
                                "|",
                                Amount.time(value),
                                Amount.timeChange(-value),
                                Amount.bytes(value),
                                Amount.bandwidth(value),
                                Amount.share(value),
                                Amount.shareChange(value)))
                        .toList());
    }
}
