package io.stepprofiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.trace.Trace;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class DataLoaderTest {
    /** An iterator that fails in both its methods. */
    private static final class Failing implements Iterator<String> {
        @Override
        public boolean hasNext() {
            throw new IllegalStateException("hasNext failed");
        }

        @Override
        public String next() {
            throw new NoSuchElementException("next failed");
        }
    }

    @Test
    void wrap_iterable_givesTheSameElementsAndRecordsEachCall() {
        List<String> batches = new ArrayList<>(List.of("a", "b"));
        List<String> seen = new ArrayList<>();
        Trace trace = Recorded.trace(() -> {
            for (String batch : DataLoader.wrap(batches)) {
                seen.add(batch);
            }
        });
        assertThat(seen).isEqualTo(batches);
        assertThat(Recorded.names(trace))
                .containsExactly(
                        "enumerate(DataLoader)#Itr.hasNext.__next__",
                        "enumerate(DataLoader)#Itr.__next__",
                        "enumerate(DataLoader)#Itr.hasNext.__next__",
                        "enumerate(DataLoader)#Itr.__next__",
                        "enumerate(DataLoader)#Itr.hasNext.__next__");
        assertThat(trace.events()).allSatisfy(event -> assertThat(event.kind()).isEqualTo(EventKind.DATA_LOADER));
    }

    @Test
    void wrap_iterableReadTwice_startsAnewEachTime() {
        Iterable<String> wrapped = DataLoader.wrap(List.of("a", "b"));
        assertThat(wrapped).containsExactly("a", "b");
        assertThat(wrapped).containsExactly("a", "b");
    }

    @Test
    void wrap_failingIterator_letsTheExceptionsThroughAndClosesTheScopes() {
        Trace trace = Recorded.trace(() -> {
            Iterator<String> wrapped = DataLoader.wrap(new Failing());
            assertThatThrownBy(wrapped::hasNext).hasMessage("hasNext failed");
            assertThatThrownBy(wrapped::next)
                    .isInstanceOf(NoSuchElementException.class)
                    .hasMessage("next failed");
        });
        assertThat(Recorded.names(trace))
                .containsExactly(
                        "enumerate(DataLoader)#Failing.hasNext.__next__", "enumerate(DataLoader)#Failing.__next__");
        assertThat(trace.account().written()).isEqualTo(2);
    }

    @Test
    void wrap_remove_reachesTheIterator() {
        List<String> batches = new ArrayList<>(List.of("a", "b"));
        Iterator<String> wrapped = DataLoader.wrap(batches.iterator());
        wrapped.next();
        wrapped.remove();
        assertThat(batches).containsExactly("b");
    }

    @Test
    void wrap_anonymousIterator_hasANameAllTheSame() {
        Iterator<String> anonymous = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return false;
            }

            @Override
            public String next() {
                throw new NoSuchElementException();
            }
        };
        Trace trace = Recorded.trace(
                () -> assertThat(DataLoader.wrap(anonymous).hasNext()).isFalse());
        assertThat(Recorded.names(trace)).containsExactly("enumerate(DataLoader)#Iterator.hasNext.__next__");
    }

    @Test
    @SuppressWarnings("NullAway") // Null is what this is about.
    void open_name_isThatOfTheLoader() {
        Trace trace = Recorded.trace(() -> {
            DataLoader.open("Loader").close();
            DataLoader.open(null).close();
        });
        assertThat(Recorded.names(trace))
                .containsExactly("enumerate(DataLoader)#Loader.__next__", "enumerate(DataLoader)#null.__next__");
    }
}
