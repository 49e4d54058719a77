package io.stepprofiler.fleetspark;

import static org.assertj.core.api.Assertions.assertThat;

import io.stepprofiler.ledger.StepLedger;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LedgerColumnsTest {
    private static LedgerColumns sent(LedgerColumns columns) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(columns);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (LedgerColumns) in.readObject();
        }
    }

    @Test
    void randomRows_afterSending_areTheSame() throws IOException, ClassNotFoundException {
        Random random = new Random(5);
        LedgerColumns columns = new LedgerColumns(4);
        List<long[]> rows = new ArrayList<>();
        for (int row = 0; row < 1000; row++) {
            long[] numbers = {
                random.nextLong(), row < 500 ? StepLedger.UNKNOWN : random.nextLong(), StepLedger.UNKNOWN, row % 3 - 1
            };
            rows.add(numbers);
            columns.add(numbers);
        }

        LedgerColumns sent = sent(columns);

        assertThat(sent.size()).isEqualTo(1000);
        for (int row = 0; row < 1000; row++) {
            for (int column = 0; column < 4; column++) {
                assertThat(sent.get(column, row)).isEqualTo(rows.get(row)[column]);
            }
        }
    }

    @Test
    void sentRows_canBeAddedTo() throws IOException, ClassNotFoundException {
        LedgerColumns columns = new LedgerColumns(1);
        columns.add(columns.number("all_reduce"));

        LedgerColumns sent = sent(columns);
        sent.add(sent.number("barrier"));
        sent.add(sent.number("all_reduce"));

        assertThat(List.of(sent.text(0, 0), sent.text(0, 1), sent.text(0, 2)))
                .containsExactly("all_reduce", "barrier", "all_reduce");
    }

    @Test
    void rowsFromANumberOn_keepTheirTexts() {
        LedgerColumns columns = new LedgerColumns(2);
        columns.add(7, columns.number("all_reduce"));
        columns.add(9, columns.number("barrier"));
        columns.add(8, columns.number("all_reduce"));

        LedgerColumns kept = columns.from(8);

        assertThat(kept.size()).isEqualTo(2);
        assertThat(List.of(kept.text(1, 0), kept.text(1, 1))).containsExactly("barrier", "all_reduce");
    }
}
