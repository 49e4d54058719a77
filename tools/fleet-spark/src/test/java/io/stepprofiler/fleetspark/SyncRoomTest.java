package io.stepprofiler.fleetspark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SyncRoomTest {
    @Test
    void firstStep_ofCollectivesWithRoom_isBeforeAll() {
        assertThat(SyncRoom.firstStep(Map.of(7L, 3L, 8L, 2L), 5)).isEqualTo(SyncRoom.ALL_STEPS);
        assertThat(SyncRoom.firstStep(Map.of(), 5)).isEqualTo(SyncRoom.ALL_STEPS);
    }

    @Test
    void firstStep_ofTooManyCollectives_keepsTheLatestSteps() {
        assertThat(SyncRoom.firstStep(Map.of(7L, 3L, 8L, 2L, 9L, 2L), 5)).isEqualTo(8);
        assertThat(SyncRoom.firstStep(Map.of(7L, 3L, 8L, 6L), 5)).isEqualTo(Long.MAX_VALUE);
    }
}
