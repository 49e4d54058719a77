import io.stepprofiler.{DataLoader, Profile, Scope}
import io.stepprofiler.handlers.tensorboard.TensorBoardHandler
import io.stepprofiler.schedule.Schedule
import java.nio.file.Path
import scala.jdk.CollectionConverters._
import scala.util.Using

object Training {
  def main(args: Array[String]): Unit =
    Using.resource(
      Profile.builder()
        .schedule(Schedule.builder().wait(1).warmup(1).active(3).repeat(2).build())
        .onTraceReady(TensorBoardHandler.to(Path.of(args(0))))
        .start()
    ) { profile =>
      for (batch <- DataLoader.wrap((1 to 12).asJava).asScala) {
        val loss = Using.resource(Scope.open("forward")) { _ => forward(batch) }
        println(s"step ${profile.stepNumber}: $loss")
        profile.step()
      }
    }

  private def forward(batch: Integer): Double = (1 to 10000).map(i => math.sqrt(i.toDouble * batch)).sum
}
