package io.stepprofiler.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stepprofiler.nativeaccess.cuda.CudaDevice;
import java.util.List;
import org.junit.jupiter.api.Test;

class DevicePropertiesJsonTest {
    @Test
    void properties_haveTheKeysOfPyTorchsTraces() throws Exception {
        JsonNode array = read(List.of(Replay.device(0), Replay.device(1)));

        assertThat(array).hasSize(2);
        assertThat(array.get(1).path("id").intValue()).isEqualTo(1);
        assertThat(array.get(1).path("name").textValue()).isEqualTo("GPU 1");
        assertThat(array.get(1).path("totalGlobalMem").longValue()).isEqualTo(1L << 34);
        assertThat(array.get(1).path("numSms").intValue()).isEqualTo(100);
        assertThat(array.get(0).properties()).hasSize(14);
    }

    @Test
    void names_thatJsonCannotHold_areWrittenAsItCan() throws Exception {
        CudaDevice odd = new CudaDevice(
                0,
                "a \"b\" \\ c\n",
                "",
                -1,
                9,
                0,
                -1,
                32,
                new CudaDevice.Block(-1, -1, -1, -1, -1),
                new CudaDevice.Multiprocessor(-1, -1, -1, -1));

        JsonNode device = read(List.of(odd)).get(0);

        assertThat(device.path("name").textValue()).isEqualTo("a \"b\" \\ c ");
        assertThat(device.has("totalGlobalMem")).isFalse();
    }

    private static JsonNode read(List<CudaDevice> devices) throws Exception {
        return new ObjectMapper().readTree(DevicePropertiesJson.json(devices));
    }
}
