package io.stepprofiler.kotlin

import io.stepprofiler.Profile
import io.stepprofiler.schedule.Schedule
import io.stepprofiler.trace.Trace
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.CyclicBarrier
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import train
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.junit.jupiter.api.Test

class ScopesTest {
    /** An event by its path of names, such as `outer/inner`, and its thread. */
    private data class Event(val path: String, val thread: String)

    /** Records a block, in which all scopes must be closed on their own threads, and the inner ones first. */
    private fun record(block: () -> Unit): Trace {
        Profile.builder().schedule(Schedule.builder().wait(0).warmup(0).active(1).repeat(1).build()).start().use {
            block()
            it.step()
            it.close()
            val trace = it.lastTrace().orElseThrow()
            assertThat(trace.account().unfinished()).isEmpty()
            assertThat(trace.account().anomalies()).isEmpty()
            return trace
        }
    }

    private fun events(trace: Trace): List<Event> = trace.tracks().flatMap { track ->
        (0 until track.size()).map { i ->
            val enclosing = (0..i).filter {
                track.startNanos(it) + track.durationNanos(it) >= track.startNanos(i) + track.durationNanos(i)
            }
            Event(enclosing.joinToString("/") { track.eventName(it) }, track.name())
        }
    }

    private fun thread(name: String) = Executors.newSingleThreadExecutor { Thread(it, name) }.asCoroutineDispatcher()

    @Test
    fun code_ofTheDocument_recordsItsScopes() {
        val code = Files.readString(Path.of("src/test/kotlin/Document.kt"))
        assertThat(Files.readString(Path.of("../../docs/KOTLIN-SCALA.md"))).contains("```kotlin\n$code```")
        val names = events(train().lastTrace().orElseThrow()).map { it.path }.distinct()
        assertThat(names).contains("load", "load/decode", "forward")
    }

    @Test
    fun scope_returnsTheResultOfItsBlock() {
        var result = 0
        val trace = record { result = scope("outer") { scope("inner") { 42 } } }
        assertThat(result).isEqualTo(42)
        assertThat(events(trace).map { it.path }).containsExactly("outer", "outer/inner")
    }

    @Test
    fun scope_whoseBlockThrows_isClosed() {
        val trace = record {
            assertThatThrownBy { scope<Unit>("outer") { throw IllegalStateException("thrown") } }.hasMessage("thrown")
        }
        assertThat(events(trace).map { it.path }).containsExactly("outer")
    }

    @Test
    fun scopes_ofACoroutineThatResumesOnAnotherThread_areOnBothThreads() {
        thread("one").use { one ->
            thread("two").use { two ->
                val trace = record {
                    runBlocking(one) {
                        withContext(ScopeContext("outer")) {
                            withContext(ScopeContext("inner")) {
                                scope("before") {}
                                withContext(two) { scope("elsewhere") {} }
                                scope("after") {}
                            }
                        }
                    }
                }
                assertThat(events(trace).filter { it.thread.startsWith("two") }.map { it.path })
                    .containsExactly("outer", "outer/inner", "outer/inner/elsewhere")
                assertThat(events(trace).filter { it.thread.startsWith("one") }.map { it.path })
                    .containsSubsequence("outer", "outer/inner", "outer/inner/before")
                    .containsSubsequence("outer", "outer/inner", "outer/inner/after")
            }
        }
    }

    @Test
    fun scope_acrossADelay_isOpenBeforeAndAfterButNotMeanwhile() {
        val millis = 30L
        thread("one").use { one ->
            val trace = record {
                runBlocking(one) {
                    withContext(ScopeContext("load")) {
                        scope("before") {}
                        delay(millis)
                        scope("after") {}
                    }
                }
            }
            val track = trace.tracks().single { it.size() > 0 }
            val loads = (0 until track.size()).filter { track.eventName(it) == "load" }
            assertThat(loads).hasSize(2)
            val gap = track.startNanos(loads[1]) - track.startNanos(loads[0]) - track.durationNanos(loads[0])
            assertThat(gap).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(millis) / 2)
            assertThat(events(trace).map { it.path })
                .containsExactly("load", "load/before", "load", "load/after")
        }
    }

    @Test
    fun nestedScopes_acrossDelays_areOpenOnceOnly() {
        thread("one").use { one ->
            val trace = record {
                runBlocking(one) {
                    withContext(ScopeContext("outer")) {
                        withContext(ScopeContext("inner")) {
                            scope("a") {}
                            delay(1)
                            scope("b") {}
                        }
                        scope("c") {}
                        delay(1)
                        scope("d") {}
                    }
                }
            }
            val paths = events(trace).map { it.path }
            assertThat(paths).noneMatch { it.contains("outer/outer") || it.contains("inner/inner") }
            assertThat(paths.filter { it.substringAfterLast('/').length == 1 })
                .containsExactly("outer/inner/a", "outer/inner/b", "outer/c", "outer/d")
        }
    }

    @Test
    fun scope_ofStartedCoroutines_isOnTheirThreads() {
        thread("one").use { one ->
            thread("two").use { two ->
                val together = CyclicBarrier(2)
                val trace = record {
                    runBlocking(ScopeContext("load")) {
                        for (each in listOf(one, two)) {
                            launch(each) {
                                together.await(10, TimeUnit.SECONDS)
                                yield()
                                scope("read") {}
                            }
                        }
                    }
                }
                assertThat(events(trace).filter { it.path == "load/read" }.map { it.thread.take(3) })
                    .containsExactlyInAnyOrder("one", "two")
            }
        }
    }

    @Test
    fun scope_whenTheCoroutineFails_isClosed() {
        val trace = record {
            assertThatThrownBy {
                runBlocking {
                    withContext(ScopeContext("load")) {
                        yield()
                        throw IllegalStateException("thrown")
                    }
                }
            }.hasMessage("thrown")
        }
        assertThat(events(trace).map { it.path }).contains("load")
    }
}
