package io.stepprofiler.report.faces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.stepprofiler.analysis.diff.DiffOptions;
import io.stepprofiler.analysis.diff.ReportDiff;
import io.stepprofiler.analysis.report.DeviceUse;
import io.stepprofiler.analysis.report.Metric;
import io.stepprofiler.analysis.report.Part;
import io.stepprofiler.analysis.report.StepReport;
import io.stepprofiler.analysis.report.WindowReport;
import io.stepprofiler.traced.DeviceProgram;
import io.stepprofiler.traced.DeviceTraining;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the faces say of a training on devices. */
class DeviceFacesTest {
    private static final int STEPS = 12;

    private static StepReport report(int devices) {
        return StepReport.of(DeviceTraining.trace(STEPS, devices));
    }

    private static double figure(WindowReport window, String id) {
        return window.metrics().stream()
                .filter(metric -> metric.id().equals(id))
                .mapToDouble(Metric::value)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void parts_ofEachDevice_addUpToTheSteps() {
        WindowReport window = report(2).windows().get(0);
        assertThat(window.devices().use())
                .extracting(DeviceUse::device)
                .containsExactly(DeviceUse.ALL, "cuda:0", "cuda:1");
        assertThat(window.devices().use()).allSatisfy(use -> {
            assertThat(use.parts().stream()
                            .mapToLong(part -> part.nanos().sum())
                            .sum())
                    .isEqualTo(window.stepTime().sum());
            assertThat(use.host().stream().mapToDouble(Part::share).sum() + use.workShare())
                    .isCloseTo(1, within(1e-9));
        });
    }

    @Test
    void tables_sayWhichOperationLaunchedWhatIsCopiedHowFastAndByWhichStream() {
        WindowReport window = report(1).windows().get(0);
        assertThat(window.devices().use()).extracting(DeviceUse::name).containsExactly("A GPU");
        assertThat(window.devices().kernels().get(0)).satisfies(kernel -> {
            assertThat(kernel.name()).isEqualTo("ampere_sgemm_128x64_tn");
            assertThat(kernel.operation()).isEqualTo("aten::addmm");
            assertThat(kernel.callsPerStep()).isEqualTo(18);
            assertThat(kernel.occupancy()).isCloseTo(0.25, within(1e-9));
        });
        assertThat(window.devices().copies().get(0)).satisfies(copies -> {
            assertThat(copies.bytes() / STEPS).isEqualTo(12 << 20);
            assertThat(copies.bytes() / copies.nanos()).isCloseTo(6, within(0.1));
        });
        assertThat(window.devices().streams())
                .extracting(stream -> stream.stream())
                .containsExactly(DeviceProgram.COMPUTE, DeviceProgram.COPIES);
        assertThat(figure(window, "device.kernels")).isEqualTo(18 * 4 + 60);
    }

    @Test
    void faces_ofATrainingOnDevices_sayWhatTheyDid() {
        StepReport report = report(2);
        assertThat(ReportDocument.text(report).replaceAll("\\s+", " "))
                .contains(
                        "cuda:1 works in 7",
                        "Kernels hide 100.0 % of communication",
                        "ampere_sgemm_128x64_tn cuda:0 aten::addmm 18")
                .contains("Memcpy HtoD (Pageable -> Device) cuda:0 1 12.0 MiB 6.00 GB/s");
        assertThat(ReportDocument.markdown(report))
                .contains("### Devices", "| ampere\\_sgemm\\_128x64\\_tn | cuda:0 | aten::addmm | 18 |")
                .contains("| Memcpy HtoD (Pageable -\\> Device) | cuda:0 | 1 | 12.0 MiB | 6.00 GB/s |");
    }

    @Test
    void faces_withoutDevices_doNotMentionThem() {
        DeviceProgram program = new DeviceProgram();
        for (int i = 0; i < STEPS; i++) {
            program.step(() -> program.scope("forward", () -> program.compute(DeviceProgram.MILLI)));
        }
        StepReport report = StepReport.of(program.trace());
        for (String text : List.of(ReportDocument.text(report), ReportDocument.markdown(report))) {
            assertThat(text).doesNotContain("GPU", "Devices", "cuda", "Cuda", "devices=auto");
        }
        assertThat(report.windows().get(0).metrics())
                .extracting(Metric::id)
                .noneMatch(id -> id.startsWith("device") || id.equals("share.device"));
    }

    @Test
    void summary_readBack_hasTheDevices(@TempDir Path directory) throws IOException {
        StepReport report = report(2);
        String json = SummaryFile.json(report);
        Path file = Files.writeString(directory.resolve("summary.json"), json);
        assertThat(SummaryFile.read(file).windows().get(0).devices())
                .isEqualTo(report.windows().get(0).devices());
    }

    @Test
    void diff_ofOneDeviceAndTwo_comparesKernelsAndWhatIsCopied() {
        ReportDiff diff = ReportDiff.of(report(1).windows(), report(2).windows(), DiffOptions.DEFAULT);
        assertThat(diff.metrics())
                .filteredOn(each -> each.metric().id().equals("kernels"))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.base()).isEqualTo(132);
                    assertThat(each.next()).isEqualTo(216);
                });
        assertThat(diff.metrics()).extracting(each -> each.metric().id()).contains("copied", "device-work");
    }
}
